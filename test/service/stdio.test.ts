/** `pagewright mcp`: the tool for a local agent. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readPng } from '../../server/rendering/pictures.ts';
import { CLI } from '../support/command.ts';

const root = mkdtempSync(join(realpathSync(tmpdir()), 'pagewright-mcp-'));
const command = [CLI, 'mcp', '--root', root];

interface ToolResult {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: { pdf_base64: string; pages: number };
}

describe('MCP on standard input and output', function () {
  this.timeout(60_000);
  const client = new Client({ name: 'test', version: '1' });
  before(() => client.connect(new StdioClientTransport({ command: process.execPath, args: command })));
  after(async () => {
    await client.close();
    rmSync(root, { recursive: true });
  });

  const use = (name: string, given: unknown) =>
    client.callTool({ name, arguments: given as Record<string, unknown> }) as unknown as Promise<ToolResult>;
  const call = (given: unknown) => use('render_html_to_pdf', given);

  it('renders without a server or a key', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).to.deep.equal([
      'render_html_to_pdf',
      'check_html',
      'render_page_image',
      'inspect_layout',
    ]);
    const result = await call({ html: '<p>one</p><p style="break-before:page">two</p>' });
    expect(result.structuredContent!.pages).to.equal(2);
    expect(Buffer.from(result.structuredContent!.pdf_base64, 'base64').toString('latin1')).to.match(/^%PDF-/);
  });

  it('shows a page as a picture', async () => {
    const html =
      '<style>@page{size:200px 100px;margin:0}body{margin:0;background:#f00}</style><p style="break-after:page">a</p>b';
    const result = await use('render_page_image', { html, page: 2, dpi: 48 });
    const [picture, words] = result.content as { type: string; data?: string; mimeType?: string; text?: string }[];
    expect([picture!.type, picture!.mimeType, words!.text]).to.deep.equal(['image', 'image/png', 'Page 2 of 2 pages.']);
    const { width, height, data } = readPng(Buffer.from(picture!.data!, 'base64'));
    expect([width, height, [...data.subarray(0, 4)]]).to.deep.equal([100, 50, [255, 0, 0, 255]]);
    const beyond = await use('render_page_image', { html, page: 3 });
    expect([beyond.isError, beyond.content[0]!.text]).to.satisfy(
      ([isError, text]: [boolean, string]) => isError && text.startsWith('page: the document has 2 pages, not 3 {'),
    );
    const large = await use('render_page_image', { html: '<style>@page{size:2000mm 1000mm}</style>', dpi: 300 });
    const drawn = readPng(Buffer.from((large.content[0] as unknown as { data: string }).data, 'base64'));
    expect([drawn.width, drawn.height], 'no larger than a model takes').to.deep.equal([2000, 1000]);
  });

  it('reports the positions of boxes and the reasons for page ends', async () => {
    const html =
      '<style>@page{size:200px 100px;margin:10px}body{margin:0}p{margin:0;height:30px;line-height:15px}</style><p>a<p id=b>b<br>c<p style="break-before:page">d';
    const lines = async (given: object): Promise<string[]> => {
      const { content, structuredContent } = await use('inspect_layout', given);
      expect([content.length, structuredContent], 'never in words and as data').to.deep.equal([1, undefined]);
      return content[0]!.text.split('\n');
    };
    expect(await lines({ html }), 'an outline').to.deep.equal([
      '2 pages.',
      'Page 1, 200 x 100 px, area 180 x 80 at 10,10: 4 boxes',
      '  p:nth-of-type(1) at 10,10 180 x 30 "a"',
      '  #b at 10,40 180 x 30 "b" and 1 line more',
      '  The next page begins before p:nth-of-type(3): forced.',
      'Page 2, 200 x 100 px, area 180 x 80 at 10,10: 3 boxes',
      '  p:nth-of-type(3) at 10,10 180 x 30 "d"',
      'To list all boxes of a page, pass page. To list some elements, pass selector.',
    ]);
    expect(await lines({ html, page: 2 })).to.deep.equal([
      '2 pages.',
      'Page 2, 200 x 100 px, area 180 x 80 at 10,10',
      '  html at 10,10 180 x 30',
      '    body at 10,10 180 x 30',
      '      p:nth-of-type(3) at 10,10 180 x 30 16px serif "d"',
    ]);
    expect((await lines({ html, selector: '#b', page: 1 })).slice(2)).to.deep.equal([
      '  #b at 10,40 180 x 30 16px serif "b" and 1 line more',
      '  The next page begins before p:nth-of-type(3): forced.',
    ]);
    const wide = await lines({ html: `${html}<div style="margin-left:-30px;height:5px"></div><p style="colour:red">` });
    expect(wide.slice(wide.indexOf('Problems:'), -1)).to.deep.equal([
      'Problems:',
      '  div extends 20 px beyond the left edge of page 2.',
      '  Unknown property: colour. The declaration was ignored. Did you mean color?',
    ]);
    const beyond = await use('inspect_layout', { html, page: 3 });
    expect([beyond.isError, beyond.content[0]!.text]).to.satisfy(
      ([isError, text]: [boolean, string]) => isError && text.startsWith('page: the document has 2 pages, not 3 {'),
    );
    const refused = await use('inspect_layout', { html, selector: '::' });
    expect(refused.content[0]!.text)
      .to.include('"status":422')
      .and.to.match(/^selector: must be a valid CSS selector/);
    expect((await lines({ html, selector: '#c' })).at(-1)).to.equal('No box on any page matches #c.');
  });

  it('lists no more than a model can handle, and reports omissions', async () => {
    const unknown = Array.from({ length: 3000 }, (_, i) => `unknown-${i}: 1`).join(';');
    const checked = await use('check_html', { html: `<style>p { ${unknown} }</style><p>x` });
    const { diagnostics, diagnostics_left_out: leftOut } = checked.structuredContent as unknown as {
      diagnostics: unknown[];
      diagnostics_left_out: number;
    };
    expect([diagnostics.length, leftOut]).to.deep.equal([50, 950]);
    expect(checked.content[0]!.text).to.contain('1000 diagnostics or more').and.to.contain('950 more are not listed');
    expect(JSON.stringify(checked).length).to.be.below(40_000);
    const rows = '<tr><td>a cell with some words in it<td>another one'.repeat(300);
    const table = `<table id=${'long'.repeat(30)}>${rows}</table>`;
    for (const selector of [undefined, 'td']) {
      const laidOut = await use('inspect_layout', { html: table, selector });
      expect(JSON.stringify(laidOut).length).to.be.below(20_000);
      if (selector !== undefined)
        expect(laidOut.content[0]!.text).to.match(
          /\d+ more boxes are not listed\. Use a narrower selector, or pass page\.$/,
        );
    }
  });

  it('lists a box for each element, without anonymous boxes', async () => {
    const html = '<body>bare<p>p</p>words<table id=t><caption>c</caption><tr><td>x</table>';
    const { content } = await use('inspect_layout', { html, page: 1 });
    const lines = content[0]!.text.split('\n').slice(2);
    const selectors = lines.map((line) => line.slice(0, line.indexOf(' at ')));
    expect(selectors).to.deep.equal([...new Set(selectors)]);
    expect(lines[1]).to.match(/^ {4}body at .* "bare" and 1 line more$/);
    expect(selectors.map((selector) => /^ */.exec(selector)![0].length / 2 - 1)).to.deep.equal([
      0, 1, 2, 2, 3, 3, 4, 5,
    ]);
  });

  it('reads referenced files below its folder, and no others', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'pagewright-outside-'));
    writeFileSync(join(outside, 'b.css'), 'p { break-after: auto }');
    symlinkSync(outside, join(root, 'out'));
    writeFileSync(join(root, 'a.css'), '@page { size: 200px 100px } p { break-after: page }');
    const html =
      '<link rel=stylesheet href=a.css><link rel=stylesheet href=out/b.css><p>one<p>two<img src=none.png><img src=../other.png>';
    const { structuredContent, content } = await use('check_html', { html });
    expect(structuredContent!.pages).to.equal(2);
    expect(content[0]!.text)
      .to.contain('none.png')
      .and.to.contain('other.png')
      .and.to.contain('b.css')
      .and.not.to.contain('a.css');
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools[0])).to.contain(`read from ${root}`);
    for (const name of ['a.css', 'out']) rmSync(join(root, name));
    rmSync(outside, { recursive: true });
  });

  it('accepts a document from a file below its folder, with the files next to it', async () => {
    mkdirSync(join(root, 'docs'));
    writeFileSync(join(root, 'docs/a.css'), 'p { break-after: page }');
    writeFileSync(join(root, 'docs/a.html'), '<link rel=stylesheet href=a.css><p>one<p>two');
    expect((await call({ input_path: 'docs/a.html' })).structuredContent!.pages).to.equal(2);
    const seen = await use('inspect_layout', { input_path: 'docs/a.html', selector: 'p' });
    expect(seen.content[0]!.text).to.contain('one');
    expect((await use('render_page_image', { input_path: 'docs/a.html', page: 2 })).isError).to.not.equal(true);
    expect((await use('check_html', { input_path: 'docs/a.html' })).content[0]!.text).to.contain('2 pages');

    writeFileSync(join(root, 'docs/data.html'), '{"a": 1}');
    const outside = mkdtempSync(join(tmpdir(), 'pagewright-outside-'));
    writeFileSync(join(outside, 'b.html'), '<p>secret');
    symlinkSync(outside, join(root, 'out'));
    const refusals = new Map([
      ['../b.html', 'must be below'],
      ['out/b.html', 'follows a link out of'],
      ['none.html', 'not found: none.html'],
      ['docs', "can't be read: it is a folder"],
      ['x\0.html', 'must be below'],
      ['docs/data.html', 'names JSON, not HTML'],
    ]);
    for (const [input_path, reason] of refusals) {
      const { isError, content } = await call({ input_path });
      expect([isError, content[0]!.text], input_path).to.satisfy(
        ([failed, text]: [boolean, string]) => failed && text.includes(reason) && text.includes('"validation_error"'),
      );
    }
    expect((await call({})).content[0]!.text).to.contain('The argument html is required, unless input_path is given');
    const twice = await call({ html: '<p>a', input_path: 'docs/a.html' });
    expect(twice.content[0]!.text).to.contain("The argument html can't be combined with input_path");
    for (const name of ['docs', 'out']) rmSync(join(root, name), { recursive: true });
    rmSync(outside, { recursive: true });
  });

  it('writes files below its folder and nowhere else', async () => {
    const inside = await use('render_html_to_pdf', { html: '<p>x', output_path: 'made/one.pdf' });
    expect(inside.structuredContent).to.deep.equal({ path: join(root, 'made/one.pdf'), pages: 1 });
    expect(readFileSync(join(root, 'made/one.pdf'), 'latin1')).to.match(/^%PDF-/);
    expect(inside.content[1]).to.deep.equal({
      type: 'resource_link',
      uri: pathToFileURL(join(root, 'made/one.pdf')).href,
      name: 'one.pdf',
      mimeType: 'application/pdf',
    });
    expect(
      (await use('render_html_to_pdf', { html: '<p>y', output_path: 'made/one.pdf' })).isError,
      'its own',
    ).to.not.equal(true);
    const twice = { html: '<p>x', output_path: 'edited.pdf' };
    await use('render_html_to_pdf', twice);
    writeFileSync(join(root, 'edited.pdf'), 'edited since');
    const replacing = await use('render_html_to_pdf', twice);
    expect([replacing.isError, replacing.content[0]!.text.includes('was changed by others')]).to.eql([true, true]);
    expect(readFileSync(join(root, 'edited.pdf'), 'utf8')).to.equal('edited since');
    rmSync(join(root, 'edited.pdf'));
    const picture = await use('render_page_image', { html: '<p>x', output_path: 'page.png' });
    expect(readFileSync(join(root, 'page.png')).subarray(1, 4).toString()).to.equal('PNG');
    expect(picture.content.map(({ type }) => type)).to.deep.equal(['text', 'resource_link']);
    writeFileSync(join(root, 'precious.pdf'), 'precious');
    symlinkSync(tmpdir(), join(root, 'link'));
    for (const output_path of [
      '../out.pdf',
      '/tmp/out.pdf',
      'link/out.pdf',
      'out.html',
      'precious.pdf',
      'x\0.pdf',
      'x\u001b[2J.pdf',
      'x\n.pdf',
      '.pdf/..',
    ]) {
      const { isError, content } = await use('render_html_to_pdf', { html: '<p>x', output_path });
      expect([isError, content[0]!.text.includes('"code":"validation_error"')], output_path).to.deep.equal([
        true,
        true,
      ]);
      expect(content[0]!.text, output_path).to.not.match(/\.\. \{/);
    }
    expect(readFileSync(join(root, 'precious.pdf'), 'utf8')).to.equal('precious');
    // Rewriting a file uses an unpredictable temporary name.
    const outside = mkdtempSync(join(tmpdir(), 'pagewright-outside-'));
    writeFileSync(join(outside, 'victim'), 'victim');
    symlinkSync(join(outside, 'victim'), join(root, 'made/one.pdf.part'));
    await use('render_html_to_pdf', { html: '<p>z', output_path: 'made/one.pdf' });
    expect(readFileSync(join(outside, 'victim'), 'utf8')).to.equal('victim');
    expect(readdirSync(join(root, 'made')).toSorted()).to.deep.equal(['one.pdf', 'one.pdf.part']);
    rmSync(join(root, 'made/one.pdf'));
    symlinkSync(join(outside, 'victim'), join(root, 'made/one.pdf'));
    expect((await use('render_html_to_pdf', { html: '<p>z', output_path: 'made/one.pdf' })).isError).to.equal(true);
    expect(readFileSync(join(outside, 'victim'), 'utf8')).to.equal('victim');
    rmSync(outside, { recursive: true });
    expect(readdirSync(root).toSorted()).to.deep.equal(['link', 'made', 'page.png', 'precious.pdf']);
  });

  it('reports the result in one sentence, with the first warning', async () => {
    const one = await call({ html: '<p style="colr: red">x', output_path: 'wrong.pdf' });
    expect(one.content[0]!.text).to.match(
      /wrong\.pdf, with 1 warning: Unknown property: colr\. .* \(style attribute, line 1, column 11\) \[css\/unknown-property\]$/,
    );
    const many = await call({ html: '<style>p { -moz-a: b; c: 1; d: 1; e: 1; f: 1 }</style><p>x' });
    expect(many.content[0]!.text).to.match(/, with 4 warnings, the first: Unknown property: c/);
    expect((await call({ html: '<p>x' })).content[0]!.text).to.match(
      /^A PDF of 1 page and \d+ bytes, without warnings\.$/,
    );
  });

  it('names unknown arguments', async () => {
    const { content } = await use('check_html', { html: '<p>x', output: 'a.pdf' });
    expect(content[1]!.text).to.equal('Unknown arguments were ignored: output.');
    expect((await use('render_page_image', { html: '', page: 0 })).isError).to.equal(true);
  });

  it('escapes control characters of documents', async () => {
    const [escape, override] = ['\u001b]0;x\u0007', '\u202e'];
    const html = `<p id="i${override}">${escape}<a href="foo${escape}:x">a</a>`;
    for (const name of ['check_html', 'inspect_layout', 'render_html_to_pdf'])
      expect((await use(name, { html, [escape]: 1 })).content.map(({ text }) => text).join()).to.not.match(
        /\p{Bidi_Control}|(?!\n)\p{Cc}/u,
        name,
      );
    const named = { html, output_path: `${override}fdp.pdf` };
    expect((await use('render_html_to_pdf', named)).content[0]!.text).to.contain('must not contain control characters');
  });

  it('answers refusals as results', async () => {
    for (const [given, code] of [
      [{ html: '<img src="https://a.example/x.png">' }, 'external_resource'],
      [{}, 'validation_error'],
      ['no object', 'validation_error'],
      [{ html: ' '.repeat(262_145) }, 'html_too_large'],
    ] as const) {
      const { isError, content } = await call(given);
      expect([isError, content[0]!.text.includes(`"code":"${code}"`)], code).to.deep.equal([true, true]);
    }
    const external = await call({ html: '<img src="https://a.example/x.png">' });
    expect(external.content[0]!.text).to.contain(`Save the files below ${root} and use relative URLs`);
  });

  it('names a wrong setting in one line', () => {
    const { status, stderr, stdout } = spawnSync(process.execPath, command, {
      env: { PATH: process.env.PATH, MAX_PAGES: 'many' },
      encoding: 'utf8',
    });
    expect([status, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.match(/^pagewright: MAX_PAGES: [^\n]*\n$/);
  });
});
