import { expect } from 'chai';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { extractText } from '../support/pdfium.ts';
import { Workplace } from '../support/command.ts';

describe('pagewright batch', function () {
  this.timeout(60_000);
  let place: Workplace;
  beforeEach(() => {
    place = new Workplace();
    place.write({
      'invoice.html':
        '<link rel=stylesheet href=a.css><p>No {{ number }} for {{ name }}{% for item in items %}, {{ item }}{% endfor %}',
      'a.css': 'p { color: red }',
    });
  });
  afterEach(() => place.remove());

  const OUT = ['-o', 'out/{{ number }}.pdf', '--workers', '2'];
  const lines = (...data: unknown[]): string => data.map((one) => `${JSON.stringify(one)}\n`).join('');
  const run = (...given: string[]): ReturnType<Workplace['run']> =>
    place.run(['batch', 'invoice.html', 'data.ndjson', ...OUT, ...given]);

  it('fills in the template once per line, with escaping', async () => {
    place.write({
      'data.ndjson': lines({ number: 1, name: '<b>A & B', items: ['x', 'y'] }, { number: 2, name: 'C', items: [] }),
    });
    const { status, stderr } = await run();
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '2 documents rendered\n' });
    const text = await extractText(readFileSync(place.path('out/1.pdf')));
    expect(text.map((page) => page.trim())).to.deep.equal(['No 1 for <b>A & B, x, y']);
    expect(readdirSync(place.path('out'))).to.deep.equal(['1.pdf', '2.pdf']);
  });

  it('accepts an array of objects, and tables exported from a spreadsheet', async () => {
    place.write({
      'all.json': '[\n  {"number": 1, "name": "A", "items": []},\n  7,\n  {"number": 2, "name": "B", "items": []}\n]\n',
      'all.csv': '\ufeffnumber;name;items\r\n3;"C; ""the\r\nthird""";x\r\n\r\n4;D;y;z\r\n5;E;\r\n',
      'open.csv': 'number,name\n1,"never closed\n2,B\n',
      'twice.csv': 'number,name,name\n1,a,b\n',
      'broken.json': '[{"number": 1},',
    });
    const batch = (data: string): ReturnType<Workplace['run']> => place.run(['batch', 'invoice.html', data, ...OUT]);
    const failure = (line: number, message: string): string =>
      `${JSON.stringify({ line, output: null, code: 'data', message })}\n2 documents rendered, 1 failed\n`;
    expect((await batch('all.json')).stderr).to.equal(failure(2, 'each entry of the JSON array must be an object'));
    expect((await batch('all.csv')).stderr).to.equal(failure(5, 'the row has 4 values, but the header has 3 columns'));
    const text = await extractText(readFileSync(place.path('out/3.pdf')));
    expect(text[0]!.trim()).to.equal('No 3 for C; "the third", x');
    expect(readdirSync(place.path('out'))).to.deep.equal(['1.pdf', '2.pdf', '3.pdf', '5.pdf']);
    for (const [data, message] of [
      ['open.csv', 'unclosed quotation mark in the row that starts on line 2 of the data'],
      ['twice.csv', 'duplicate column name: "name"'],
      ['broken.json', 'the data starts with [ but is not a valid JSON array'],
    ] as const) {
      const { status, stderr } = await batch(data);
      expect(status, data).to.equal(2);
      expect(stderr, data).to.contain(message);
    }
    const pictures = await place.run(['batch', 'invoice.html', 'all.json', '-o', 'out/{{ number }}.png']);
    expect(pictures.status).to.equal(2);
  });

  it('continues after a failure and records it by its line', async () => {
    const all = { name: 'D', items: [] };
    const data = lines({ number: 1, ...all }, { number: '../../x' }, { name: 'none' }, { number: 1 }, [1]);
    place.write({ 'data.ndjson': `${data}nonsense\n\n${lines({ number: 7, ...all })}` });
    const { status, stderr } = await run('--errors', 'errors.ndjson');
    expect({ status, stderr }).to.deep.equal({ status: 1, stderr: '2 documents rendered, 5 failed\n' });
    const errors = readFileSync(place.path('errors.ndjson'), 'utf8').trim().split('\n');
    const noted = errors.map((line) => JSON.parse(line) as { line: number; message: string });
    expect(noted.map(({ line }) => line)).to.deep.equal([2, 3, 4, 5, 6]);
    expect(noted[0]!.message).to.contain('is outside');
    expect(noted[1]!.message).to.contain('number');
    expect(existsSync(place.path('out/7.pdf'))).to.equal(true);
  });

  it('never writes through links in the output folder, and refuses names with control characters', async () => {
    place.write({
      'data.ndjson': ['1', '2', 'sub/3', 'a\0b', '4', 'a\u001b[2J', 'a\nb']
        .map((number) => lines({ number, name: 'x', items: [] }))
        .join(''),
      'precious.pdf': 'precious',
      'out/4.pdf.part': 'mine',
    });
    mkdirSync(place.path('outside'));
    symlinkSync('../precious.pdf', place.path('out/1.pdf'));
    linkSync(place.path('precious.pdf'), place.path('out/2.pdf'));
    symlinkSync('../outside', place.path('out/sub'));
    symlinkSync('../precious.pdf', place.path('out/1.pdf.part'));
    const { status, stderr } = await run('--errors', 'errors.ndjson');
    expect({ status, stderr }).to.deep.equal({ status: 1, stderr: '2 documents rendered, 5 failed\n' });
    const errors = readFileSync(place.path('errors.ndjson'), 'utf8').trim().split('\n');
    const noted = errors.map((line) => JSON.parse(line) as { line: number; code: string });
    expect(noted.map(({ line, code }) => [line, code]).toSorted()).to.deep.equal([
      [1, 'unwritable_file'],
      [3, 'unwritable_file'],
      [4, 'unwritable_file'],
      [6, 'unwritable_file'],
      [7, 'unwritable_file'],
    ]);
    expect(readFileSync(place.path('precious.pdf'), 'utf8')).to.equal('precious');
    expect(readFileSync(place.path('out/4.pdf.part'), 'utf8')).to.equal('mine');
    expect(readdirSync(place.path('outside'))).to.deep.equal([]);
    rmSync(place.path('errors.ndjson'));
    symlinkSync('precious.pdf', place.path('errors.ndjson'));
    expect((await run('--errors', 'errors.ndjson')).status).to.equal(2);
    expect(readFileSync(place.path('precious.pdf'), 'utf8')).to.equal('precious');
  });

  it('reports errors of the template for a line of data', async () => {
    place.write({ 'data.ndjson': lines({ number: 1 }), 'invoice.html': '{% render "nowhere.html" %}' });
    const { status, stderr } = await run();
    expect(status).to.equal(1);
    expect(JSON.parse(stderr.split('\n')[0]!)).to.include({ line: 1, code: 'template' });
  });

  it('continues where it stopped with --resume', async () => {
    const all = { name: 'D', items: [] };
    place.write({ 'data.ndjson': lines({ number: 1, ...all }, { number: 2, ...all }) });
    await run();
    rmSync(place.path('out/1.pdf'));
    expect((await run('--resume')).stderr).to.equal('1 document rendered, 1 already existed\n');
    expect(existsSync(place.path('out/1.pdf'))).to.equal(true);
  });

  it('reports errors in the template or the pattern before rendering anything', async () => {
    for (const template of ['{% if %}', '{{ number | nothing }}']) {
      place.write({ 'data.ndjson': lines({ number: 1 }), 'bad.html': template });
      const bad = await place.run(['batch', 'bad.html', 'data.ndjson', ...OUT]);
      expect(bad.status, template).to.equal(2);
      expect(bad.stderr).to.contain('bad.html').and.not.to.contain('mistake of Pagewright');
    }
    place.write({ 'data.json': '[{ "number": 1 }]' });
    const swapped = await place.run(['batch', 'data.json', 'invoice.html', ...OUT]);
    expect(swapped).to.deep.include({
      status: 2,
      stderr:
        'pagewright: data.json is JSON, not HTML. To fill a template with data, use `pagewright render template.html --data data.json`, or `batch` for many records\n',
    });
    const one = await place.run(['batch', 'invoice.html', 'data.ndjson', '-o', 'out.pdf']);
    expect(one.stderr).to.contain('Use data in the name');
  });

  it('reports each ignored or empty value once, with the number of documents affected', async () => {
    place.write({
      'invoice.html':
        '<link rel=stylesheet href=missing.css><p>{{ nope }}{{ name.last }}{% if more %}{{ more }}{% endif %}{{ less | default: "" }}\n{% for i in items %}{{ i.x }}{% endfor %}',
      'data.ndjson': lines({ number: 1, name: {}, items: [{ x: 1 }, {}, {}] }, { number: 2, name: {}, items: [] }),
    });
    const { status, stderr } = await run();
    expect(status).to.equal(0);
    expect(stderr.split('\n')).to.deep.equal([
      'invoice.html:1:1: warning: link href missing.css was not found. (2 documents, first on line 1) [document/missing-resource]',
      'invoice.html:1:45: warning: The data contains no value for nope. Nothing was inserted. (2 documents, first on line 1) [template/no-value]',
      'invoice.html:1:55: warning: The data contains no value for name.last. Nothing was inserted. (2 documents, first on line 1) [template/no-value]',
      'invoice.html:2:24: warning: The data contains no value for i.x. Nothing was inserted. (line 1 of the data) [template/no-value]',
      '2 documents rendered, 2 with warnings',
      '',
    ]);
    const strict = await run('--strict', '--quiet');
    expect(strict).to.deep.include({ status: 3, stderr: '2 documents rendered, 2 with warnings\n' });
  });

  it('reports how many documents have diagnostics that were not printed', async () => {
    const names = Array.from({ length: 210 }, (_, i) => `{{ missing${i} }}`).join('');
    place.write({ 'invoice.html': names, 'data.ndjson': lines({ number: 1 }, { number: 2 }) });
    expect((await run()).stderr.split('\n').slice(-3)).to.deep.equal([
      'further diagnostics in 2 documents were not printed',
      '2 documents rendered, 2 with warnings',
      '',
    ]);
  });

  it('reads one object on several lines as one record', async () => {
    place.write({
      'one.json': '\n{\n  "number": 1,\n  "name": "A",\n  "items": []\n}\n',
      'broken.json': '{\n  "number": 1\n  "name": "A"\n}\n',
      'cut.ndjson': '{"number": 1, "name"\n{"number": 2, "name": "B", "items": []}\n',
      'wrapped.json': '{\n  "paid": [],\n  "due": [{"number": 1, "name": "A"}]\n}\n',
    });
    const batch = (data: string): ReturnType<Workplace['run']> => place.run(['batch', 'invoice.html', data, ...OUT]);
    expect((await batch('one.json')).stderr).to.contain('1 document rendered\n');
    expect(readdirSync(place.path('out'))).to.deep.equal(['1.pdf']);
    expect(await batch('broken.json')).to.deep.include({
      status: 2,
      stderr:
        'pagewright: the data is neither one JSON object nor one object per line: unexpected "\\"" at line 3, column 3\n',
    });
    expect((await batch('cut.ndjson')).stderr).to.match(
      /^\{"line":1,.* at line 1,.*\n(.*\n)*1 document rendered, 1 failed\n$/,
    );
    expect((await batch('wrapped.json')).stderr).to.contain(
      String.raw`The entries of \"due\" have it: pass that list alone as data`,
    );
  });

  it('takes the options of the PDF, with files named by each record', async () => {
    place.write({
      'doc.html': '<!doctype html><html lang=en><title>No {{ number }}</title><p>{{ number }}',
      'data.ndjson': lines({ number: 1 }, { number: 2 }, { number: '../notes' }),
      'in/1.csv': 'one,1',
      'in/2.csv': 'two,2',
      'notes.csv': 'secret',
      'terms.txt': 'Terms',
    });
    const batch = (...given: string[]): ReturnType<Workplace['run']> =>
      place.run(['batch', 'doc.html', 'data.ndjson', '-o', 'out/{{ number | slice: 0, 2 }}.pdf', ...given]);
    const given = ['--profile', 'pdf/a-3b', '--attachment', 'in/{{ number }}.csv', '--attachment', 'terms.txt'];
    const { stderr } = await batch(...given);
    expect(stderr)
      .to.contain('2 documents rendered')
      .and.to.match(/"line":3,.*notes\.csv is outside /);
    const info = JSON.parse((await place.run(['pdf', 'info', 'out/2.pdf', '--json'])).stdout) as object;
    expect(JSON.stringify(info)).to.contain('2.csv').and.to.contain('terms.txt').and.to.contain('PDF/A-3');
    for (const [wrong, message] of [
      [['--attachment', 'none.txt'], 'file not found: none.txt'],
      [['--profile', 'pdf/z'], 'profile'],
      [['--facturx', 'a.xml'], '--facturx: a.xml is the same invoice for every document'],
    ] as const)
      expect((await batch(...wrong)).stderr, message)
        .to.contain(message)
        .and.to.have.property('length')
        .below(300);
  });

  it('reports a wrong command line once', async () => {
    place.write({ 'data.ndjson': lines({ number: 1 }, { number: 2 }) });
    for (const [option, value, message] of [
      ['--margin', '3zz', 'invalid length: 3zz'],
      ['--root', 'nowhere', 'folder not found: nowhere'],
      ['-s', 'nowhere.css', 'file not found: nowhere.css'],
    ] as const) {
      const { status, stderr } = await run(option, value);
      expect(status, option).to.equal(2);
      expect(stderr.match(/\n/g), stderr).to.have.length(1);
      expect(stderr).to.contain(message);
    }
  });
});
