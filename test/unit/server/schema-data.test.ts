import { expect } from 'chai';
import * as fc from 'fast-check';
import { UsageError } from '../../../server/commands/report.ts';
import { recordsOf } from '../../../server/commands/schema-data.ts';

const LIMITS = { maxItems: 60, maxLength: 60 };
const sample = (schema: unknown): unknown[] => fc.sample(recordsOf(schema, LIMITS), { numRuns: 20, seed: 1 });
const about = (property: unknown): unknown => ({ type: 'object', properties: { a: property } });

/** Returns the message of a refusal. Other errors are thrown. */
function refusal(schema: unknown): string | null {
  try {
    sample(schema);
    return null;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

describe('records of a JSON Schema', () => {
  it('are refused for keywords of another type, with their place', () => {
    const wrong: readonly (readonly [schema: unknown, message: string])[] = [
      [{ $ref: '#/%' }, '#/$ref is not a reference'],
      [{ $ref: '#/constructor' }, '#/$ref: #/constructor is not in the file'],
      [{ enum: [] }, '#/enum is not a list with elements'],
      [{ type: [] }, '#/type is not a list with elements'],
      [{ oneOf: [] }, '#/oneOf is not a list with elements'],
      [{ anyOf: [null] }, '#/anyOf/0 is not a schema'],
      [{ allOf: [null] }, '#/allOf/0 is not a schema'],
      [{ allOf: [{ required: 7 }] }, '#/required is not a list of names'],
      [{ properties: 5 }, '#/properties is not a schema'],
      [{ required: { a: 1 } }, '#/required is not a list of names'],
      [{ type: 'array', prefixItems: [] }, '#/prefixItems is not a list with elements'],
      [{ type: 'array', minItems: -1 }, '#/minItems is not a count'],
      [about({ type: 'string', maxLength: 'x' }), '#/properties/a/maxLength is not a count'],
      [about({ type: 'string', minLength: 9, maxLength: 1 }), '#/properties/a has a minLength above its maxLength'],
      [
        about({ pattern: '^a$', minLength: 5, maxLength: 9 }),
        '#/properties/a has no text that matches its pattern and has a length from 5 to 9',
      ],
      ...['(?=a)b', '(?<!a)b', '(?!a)b'].map(
        (pattern) =>
          [about({ pattern }), '#/properties/a/pattern has a part that is not supported, such as a lookahead'] as const,
      ),
      [about({ type: 'number', multipleOf: 0 }), '#/properties/a/multipleOf is not a number of at least 0.000000001'],
      [about({ type: 'integer', multipleOf: -2 }), '#/properties/a/multipleOf is not a number of at least 0.000000001'],
    ];
    expect(wrong.map(([schema]) => refusal(schema))).to.deep.equal(wrong.map(([, message]) => `--schema: ${message}`));
  });

  it('are refused if they would be too large', () => {
    const nested = { type: 'array', minItems: 99, items: { type: 'array', minItems: 102 } };
    const many = about({ anyOf: Array(99).fill({ $ref: '#/$defs/b' }) }) as object;
    const again = { anyOf: Array(99).fill({ $ref: '#/$defs/c' }) };
    const large: readonly (readonly [schema: unknown, message: string])[] = [
      [about({ type: 'string', minLength: 1e9 }), '#/properties/a/minLength is more than 100000'],
      [{ type: 'array', minItems: 1e9 }, '#/minItems is more than 10000'],
      [nested, '#/items/minItems is more than 101'],
      [about({ pattern: '^a{1000000000}$' }), '#/properties/a/pattern repeats too much'],
      [about({ pattern: '((a{99}){99}){99,}' }), '#/properties/a/pattern repeats too much'],
      [
        { ...many, $defs: { b: again, c: { anyOf: Array(9).fill(true) } } },
        '#/$defs/c/anyOf/3 is one of more than 20000 schemas. Use fewer references',
      ],
    ];
    const levels = (around: (inner: unknown) => unknown, depth = 5000): unknown =>
      depth === 0 ? {} : around(levels(around, depth - 1));
    for (const around of [
      (inner: unknown) => ({ allOf: [inner] }),
      (inner: unknown) => ({ anyOf: [inner] }),
      (inner: unknown) => ({ type: 'object', properties: { a: inner } }),
      (inner: unknown) => ({ type: 'array', items: inner }),
    ])
      expect(refusal(levels(around))).to.contain(' is inside more than 100 schemas. Use fewer levels');
    expect(large.map(([schema]) => refusal(schema)?.replace(/anyOf\/\d/, 'anyOf/3'))).to.deep.equal(
      large.map(([, message]) => `--schema: ${message}`),
    );
    // Lists without a limit share one.
    const list = (depth: number): unknown => (depth === 0 ? { const: 1 } : { type: 'array', items: list(depth - 1) });
    for (const one of sample(list(5))) expect(JSON.stringify(one).length).to.be.below(100_000);
  });

  it('have lists of different values as long as there are any', () => {
    const list = (minItems: number): unknown => ({
      type: 'array',
      uniqueItems: true,
      minItems,
      items: { enum: [1, 2, 3] },
    });
    expect(refusal(list(4))).to.equal('--schema: #/items has fewer different values than minItems');
    expect(new Set(sample(list(2)).map((one) => (one as unknown[]).length))).to.deep.equal(new Set([2, 3]));
  });

  it('ignore formats that they do not know, whatever their names', () => {
    for (const format of ['__proto__', 'constructor', 'toString', 'hostname', 5])
      expect(sample(about({ type: 'string', format }))).to.have.length(20);
    expect(refusal(about({ type: 'string', format: 'uuid' }))).to.equal(null);
  });

  it('have properties whose names objects inherit, and dates, patterns and numbers', () => {
    const schema = {
      properties: {
        constructor: { const: 1 },
        day: { type: 'string', format: 'date' },
        code: { type: 'string', pattern: '^[A-Z]{2}\\d{4}$' },
        price: { type: 'number', minimum: 1, maximum: 2, multipleOf: 0.25 },
      },
      required: ['constructor', 'day', 'code', 'price', 'toString'],
    };
    for (const one of sample(schema) as Record<string, unknown>[]) {
      expect(one.constructor).to.equal(1);
      expect(one.day).to.match(/^\d{4}-\d\d-\d\d$/);
      expect(one.code).to.match(/^[A-Z]{2}\d{4}$/);
      expect(((one.price as number) * 4) % 1).to.equal(0);
    }
  });
});
