import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Workplace } from '../support/command.ts';

const LABEL =
  '<style>.name{width:50mm;font:12pt Arial}</style><p class=name>{{ name }}</p>{% for line in lines %}<p>{{ line }}{% endfor %}';

interface Found {
  readonly problems: readonly {
    readonly code: string;
    readonly element: string | null;
    readonly record: Record<string, unknown>;
  }[];
}

describe('pagewright stress', function () {
  this.timeout(120_000);
  let place: Workplace;
  const schema = (properties: object, required: readonly string[] = Object.keys(properties)): string =>
    JSON.stringify({ type: 'object', properties, required });
  before(() => {
    place = new Workplace();
    place.write({
      'label.html': LABEL,
      'label.json': schema({
        name: { type: 'string' },
        lines: { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 3 },
      }),
      'short.json': schema({
        name: { type: 'string', maxLength: 8 },
        lines: { type: 'array', items: { const: 'a' }, maxItems: 3 },
      }),
      'optional.json': schema({ name: { type: 'string', maxLength: 8 } }, []),
      'not.json': schema({ name: { not: { type: 'string' } } }),
      'list.json': '[]',
    });
  });
  after(() => place.remove());
  const found = async (...given: string[]): Promise<Found> =>
    JSON.parse((await place.run(['stress', 'label.html', '--json', '--runs', '30', ...given])).stdout) as Found;

  it('shrinks data that breaks the layout to the smallest record', async () => {
    const { problems } = await found('--schema', 'label.json');
    expect(problems.map(({ code, element }) => [code, element])).to.deep.equal([
      ['overflow', 'p.name'],
      ['page/shrunk', null],
    ]);
    const { name, lines } = problems[0]!.record as { name: string; lines: string[] };
    expect(lines).to.deep.equal([]);
    // 50 mm hold twelve letters W of 12pt Arial.
    expect(name).to.equal('W'.repeat(13));
  });

  it('finds nothing if all data fits', async () => {
    const run = await place.run(['stress', 'label.html', '--schema', 'short.json', '--runs', '30']);
    expect(run).to.deep.include({ status: 0, stdout: '', stderr: 'no problems\n' });
  });

  it('leaves out optional values', async () => {
    const { problems } = await found('--schema', 'optional.json');
    expect(problems.map(({ code, record }) => [code, record])).to.deep.equal([['template/no-value', {}]]);
  });

  it('is reproducible, and saves the records', async () => {
    const once = await found('--schema', 'label.json');
    expect(await found('--schema', 'label.json', '-o', 'out')).to.deep.equal(once);
    expect(JSON.parse(readFileSync(join(place.folder, 'out/problem-1.json'), 'utf8'))).to.deep.equal(
      once.problems[0]!.record,
    );
  });

  it('names unsupported keywords of a schema', async () => {
    const run = await place.run(['stress', 'label.html', '--schema', 'not.json']);
    expect(run.status).to.equal(2);
    expect(run.stderr).to.include('#/properties/name/not is not supported');
    expect((await place.run(['stress', 'label.html', '--schema', 'list.json'])).status).to.equal(2);
  });
});
