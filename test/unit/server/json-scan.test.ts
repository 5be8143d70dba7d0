import { expect } from 'chai';
import { jsonErrorAt, type Member, scanJson } from '../../../server/http/json-scan.ts';

const scan = (text: string) => scanJson(Buffer.from(text));

describe('the JSON scanner', () => {
  it('finds the first byte that makes a text invalid', () => {
    for (const text of ['|', '{"a": 1}|}', '{"a": [1,|}', '"a|\n"', '{"a": |nul}', '[1|'])
      expect(jsonErrorAt(Buffer.from(text.replace('|', ''))), text).to.equal(text.indexOf('|'));
  });

  it('accepts exactly what JSON.parse accepts', async () => {
    const texts = [
      '{}',
      '[]',
      ' { } ',
      '[1,2]',
      '[1,]',
      '[,1]',
      '{"a":1,}',
      '{"a"}',
      '{a:1}',
      '{"a":1 "b":2}',
      '{"a":1}x',
      '[1}',
      '{"a":[}',
      '{]',
      '""',
      '"a',
      '"\\"',
      '"\\n\\u00e9\\/"',
      '"\\x"',
      '"\\u12g4"',
      '"\\u12',
      '"\t"',
      "'a'",
      '"\ud83d\ude00é"',
      '0',
      '-0',
      '01',
      '-',
      '1.',
      '1.5',
      '.5',
      '1e5',
      '1E+5',
      '1e-',
      '1e',
      '--1',
      '+1',
      '1.5e3.2',
      '12345678901234567890',
      'true',
      'false',
      'null',
      'nul',
      'truefalse',
      'True',
      '',
      '  ',
      '1 2',
      '[[[[]]]]',
      '[[[[]]]',
      '[[]]]',
      '{"a":{"b":[{"c":null}]}}',
      '\ufeff{}',
      '{"a":1,"a":[2]}',
      '[true,false,null,"",0,{},[]]',
      '{"":0}',
      '{"a":\n1\r\t}',
      '\u00a0{}',
      '/**/{}',
    ];
    for (const text of texts) {
      let isJson = true;
      try {
        JSON.parse(text.replace(/^\ufeff/, ''));
      } catch {
        isJson = false;
      }
      expect((await scan(text)) !== null, JSON.stringify(text)).to.equal(isJson);
    }
  });

  it('accepts exactly what JSON.parse accepts in randomly damaged texts', async () => {
    const whole = '{"html":"a\\u00e9\\n","o":{"x":[1,-2.5e3,true,null,{"y":[]}]},"f":"","n":0}';
    const pieces = ['"', '\\', '{', '}', '[', ']', ',', ':', '0', '-', 'e', '.', 'u', ' ', 'true', '\u0001', 'é'];
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let i = 0; i < 4000; i++) {
      let text = whole;
      for (let changes = random(3) + 1; changes > 0; changes--) {
        const at = random(text.length);
        text = text.slice(0, at) + (random(2) ? pieces[random(pieces.length)] : '') + text.slice(at + random(3));
      }
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      expect((await scan(text)) !== null, text).to.equal(isJson);
    }
  });

  it('reports the members of the top-level object and their text', async () => {
    const text = '{"a":"x\\"}", "b\\u0063":[{"a":1},2] ,"n":-1.5e3,"t":true,"o":{}}';
    const members: Member[] = [];
    expect(await scanJson(Buffer.from(text), (member) => members.push(member))).to.include({
      kind: 'object',
      depth: 3,
    });
    expect(
      members.map(({ keyStart, keyEnd, start, end, kind }) => [
        text.slice(keyStart, keyEnd),
        text.slice(start, end),
        kind,
      ]),
    ).to.deep.equal([
      ['"a"', '"x\\"}"', 'string'],
      ['"b\\u0063"', '[{"a":1},2]', 'array'],
      ['"n"', '-1.5e3', 'number'],
      ['"t"', 'true', 'boolean'],
      ['"o"', '{}', 'object'],
    ]);
    const none: Member[] = [];
    await scanJson(Buffer.from('[{"a":1}]'), (member) => none.push(member));
    expect(none).to.deep.equal([]);
  });

  it('counts depth and values at any depth, slice by slice', async () => {
    const depth = 1_500_000;
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    expect(await scan('['.repeat(depth) + ']'.repeat(depth))).to.deep.equal({ kind: 'array', depth, values: depth });
    expect(await scan('['.repeat(depth))).to.equal(null);
    clearInterval(count);
    expect(turns, 'others have had their turn').to.be.greaterThan(0);
  });

  it('yields after a slice of one text, even if many are scanned at once', async () => {
    const bytes = 1_000_000;
    let rounds = 0;
    let over = false;
    const count = (): void => {
      rounds++;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(Array.from({ length: 5 }, () => scan('['.repeat(bytes))));
    over = true;
    expect(rounds).to.be.above((5 * bytes) / 65_536);
  });

  it('reports the depth of a member and the number of its values', async () => {
    const members: unknown[] = [];
    await scanJson(Buffer.from('{"a":1,"b":[[1,2],{"c":[]}],"d":{}}'), ({ depth, values }) =>
      members.push([depth, values]),
    );
    expect(members).to.deep.equal([
      [0, 1],
      [3, 6],
      [1, 1],
    ]);
  });
});
