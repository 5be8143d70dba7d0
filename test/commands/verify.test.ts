import { expect } from 'chai';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ENGINE_VERSION } from '../../engine/version.ts';
import { Workplace } from '../support/command.ts';

const PAGE =
  '<link rel=stylesheet href=style.css><title>Offer</title><p>Offer for {{ name }}<img alt=x src="../dot.svg">';

describe('pagewright verify', function () {
  this.timeout(120_000);
  let place: Workplace;
  const files = {
    'in/offer.html': PAGE,
    'in/style.css': 'p { color: teal }',
    'dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    'data.json': '{"name": "Ann"}',
  };
  const RENDER = ['render', 'in/offer.html', '--root', '.', '--data', 'data.json', '--provenance', '-o', 'offer.pdf'];
  beforeEach(() => {
    place = new Workplace();
    place.write(files);
  });
  afterEach(() => place.remove());
  const verify = async (...options: string[]): Promise<string> => {
    const { status, stdout, stderr } = await place.run(['verify', 'offer.pdf', ...options]);
    return `${status} ${stdout}${stderr}`;
  };

  it('renders a file again from another folder', async () => {
    expect((await place.run(RENDER)).status).to.equal(0);
    expect(await verify()).to.equal(`0 offer.pdf: verified, made by Pagewright ${ENGINE_VERSION}\n`);
    place.write(Object.fromEntries(Object.entries(files).map(([name, text]) => [`copy/${name}`, text])));
    expect((await place.run(['verify', 'offer.pdf', '--from', 'copy', '--quiet'])).status).to.equal(0);
    expect(readFileSync(place.path('offer.pdf'), 'latin1')).to.not.include(place.folder);
  });

  it('names the inputs that have changed', async () => {
    await place.run(RENDER);
    place.write({ 'in/style.css': 'p { color: navy }', 'data.json': '{"name": "Bo"}' });
    expect(await verify()).to.equal('1 offer.pdf: data.json has changed\noffer.pdf: style.css has changed\n');
  });

  it('does not trust files that others made', async () => {
    const record = {
      engine: 'other \u001b]0;title\u0007',
      document: 'x',
      inputs: { 'in/offer.html\u001b[2J': 'x' },
      resources: {},
      fonts: [],
      attachments: {},
      options: 'x',
    };
    const notes = (inputs: unknown, given: unknown = {}): object => ({
      inputs: JSON.stringify(inputs),
      arguments: JSON.stringify({ font: [], userStyle: [], compress: true, hinting: true, ...(given as object) }),
    });
    const verified = async (value: unknown, ...options: string[]): Promise<string> => {
      const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('"', '&quot;');
      place.write({ 'offer.pdf': `%PDF-1.7\n<pagewright:provenance>${text}</pagewright:provenance>\n%%EOF` });
      return verify(...options);
    };
    const broken = [
      '[1',
      null,
      [],
      { ...record },
      { ...record, inputs: null, notes: {} },
      { ...record, inputs: { a: 1 }, notes: {} },
      { ...record, notes: { inputs: '3', arguments: '{}' } },
      { ...record, notes: { inputs: '["in/offer.html"]', arguments: '{}' } },
      { ...record, notes: notes([]) },
      { ...record, notes: notes(['in/offer.html'], { font: 'x' }) },
      { ...record, notes: notes(['in/offer.html'], { attachment: 3 }) },
      { ...record, notes: notes(['in/offer.html\0']) },
      { ...record, notes: notes(['in/offer.html'], { userStyle: ['a\0'] }) },
      { ...record, notes: notes(['in/offer.html'], { root: '\0' }) },
      { ...record, notes: notes(['in/offer.html'], { title: { a: 1 } }) },
    ];
    for (const value of broken) expect(await verified(value), JSON.stringify(value)).to.match(/^2 .*broken record/);
    const found = await verified({ ...record, notes: notes(['in/offer.html']) });
    expect(found).to.match(/^1 .*made by other/);
    // eslint-disable-next-line no-control-regex
    expect(found).to.not.match(/[\u0007\u001b]/);
    expect(await verified({ ...record, notes: notes(['in']) })).to.match(/^2 .*in is not a regular file/);
    expect(await verified({ ...record, notes: notes(['in/offer.html'], { data: '/dev/zero' }) })).to.match(/^2 .*zero/);
    const files: object[] = [{ font: ['/dev/zero'] }, { userStyle: ['/dev/zero'] }, { attachment: ['/dev/zero'] }];
    for (const name of ['facturx', 'outputIntent', 'keepPages', 'data']) files.push({ [name]: '/dev/zero' });
    for (const name of ['header', 'footer', 'userPassword', 'ownerPassword']) files.push({ [name]: '@/dev/zero' });
    for (const given of files)
      expect(await verified({ ...record, notes: notes(['in/offer.html'], given) }), JSON.stringify(given)).to.match(
        /^2 pagewright: \/dev\/zero is not a regular file/,
      );
    expect(await verified({ ...record, notes: notes(['-']) })).to.match(/^2 pagewright: - is not a regular file/);
    place.write({ 'endless.html': '<span><table><tr><td>'.repeat(20_000) });
    const long = { ...record, notes: notes(['endless.html'], { deadline: '100000' }) };
    expect(await verified(long, '--deadline', '0.1')).to.match(/longer than 100 ms/);
  });

  it('does not read whole disks or endless lists for a file', async () => {
    await place.run(RENDER);
    const bytes = readFileSync(place.path('offer.pdf'), 'latin1');
    const forged = (from: string, to: string): void => {
      expect(bytes).to.include(from);
      writeFileSync(place.path('offer.pdf'), bytes.replace(from, to), 'latin1');
    };
    for (let i = 0; i < 3; i++) mkdirSync(place.path(`many/${i}`), { recursive: true });
    for (let i = 0; i < 20_000; i++) writeFileSync(place.path(`many/${i % 3}/${i}`), '');
    const font = (folder: string): string => String.raw`\&quot;font\&quot;:[${folder}]`;
    forged(font(''), font(String.raw`\&quot;many\&quot;`));
    expect(await verify()).to.equal(
      '2 pagewright: many contains more than 20000 files. Name a folder that contains only fonts\n',
    );
    const input = String.raw`\&quot;in/offer.html\&quot;`;
    forged(input, Array(10_001).fill(input).join());
    expect(await verify()).to.equal('2 pagewright: the file names more than 10000 inputs\n');
  });

  it('distinguishes a changed file from changed inputs', async () => {
    await place.run(RENDER);
    place.write({ 'offer.pdf': Buffer.concat([readFileSync(place.path('offer.pdf')), Buffer.from('\n')]) });
    expect(await verify()).to.match(/^1 offer\.pdf: its inputs are the same, but its bytes are not/);
  });

  it('works with archival profiles, and refuses renders that it cannot repeat', async () => {
    const archival = await place.run([...RENDER, '--profile', 'pdf/a-3b']);
    expect(archival.stderr).to.equal('offer.pdf: 1 page\n');
    expect(await verify()).to.match(/^0 /);
    expect((await place.run([...RENDER, '--user-password', 'a'])).status).to.equal(2);
    expect((await place.run([...RENDER, '--redact', 'p'])).status).to.equal(2);
    await place.run(['render', 'in/offer.html', '--data', 'data.json', '--root', '.', '-o', 'offer.pdf']);
    expect(await verify()).to.match(/^2 .*--provenance/);
  });
});
