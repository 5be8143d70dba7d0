import { RenderError } from '../../engine/index.ts';
import { failureOf, failureText } from '../../server/commands/report.ts';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { visible, visibleLine } from '../../server/terminal.ts';
import { Workplace } from '../support/command.ts';
import { sources } from '../support/imports.ts';

/** Sets the title, rings the bell, clears the screen with a C1 control and reverses text. */
const HOSTILE = '\x1b]0;owned\x07\u009b2J\u202eright\u2066\x7f';
// oxlint-disable-next-line no-control-regex -- the controls that must not be there
const RAW = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

describe('text on a terminal', function () {
  this.timeout(60_000);
  let place: Workplace;
  beforeEach(() => (place = new Workplace()));
  afterEach(() => place.remove());

  it('has escaped control characters, but keeps tabs, newlines and the value of JSON', () => {
    expect(visible(`a\tb\n${HOSTILE}é`)).to.equal('a\tb\n\\u001b]0;owned\\u0007\\u009b2J\\u202eright\\u2066\\u007fé');
    expect(visibleLine('a\nb')).to.equal('a\\nb');
    expect(JSON.parse(visible(JSON.stringify({ [HOSTILE]: HOSTILE })))).to.deep.equal({ [HOSTILE]: HOSTILE });
  });

  it('has help in 80 columns', async () => {
    const { stdout } = await place.run(['--help']);
    const [, names = ''] = /\nCommands:\n([^]*?)\n\n/.exec(stdout) ?? [];
    const commands = [...names.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => [name!, '--help']);
    expect(commands).to.have.length.above(10);
    for (const command of [['--help'], ...commands]) {
      const { stdout: help } = await place.run(command);
      expect(help.split('\n').filter((line) => line.length > 80)).to.deep.equal([]);
    }
  });

  it('has no control characters from values, properties, names, links and elements', async () => {
    const html = `<style>p { color: "${HOSTILE}"; ${HOSTILE}x: 1; width: "\\a warning: forged" }</style>
      <p>${HOSTILE}<img src="${HOSTILE}.png"><a href="ftp://x/${HOSTILE}">x</a><x-${HOSTILE}y id="${HOSTILE}">text${HOSTILE}`;
    const name = `a\x1b[2J\u202e\nb.html`;
    place.write({
      [name]: html,
      'c.html': `<p>other${HOSTILE}`,
      'data.ndjson': '{"n":1}\n{"n":"\\u001b[2J/../../x"}\n',
    });
    const commands = [
      ['render', name, '-o', 'out.pdf', '--verbose'],
      ['render', name, '-o', 'out.pdf', '--json'],
      ['render', `none${HOSTILE}.html`],
      ['render', name, '-o', 'out.pdf', '--margin', HOSTILE],
      ['inspect', name],
      ['inspect', name, '--stage', 'boxes'],
      ['inspect', name, '--stage', 'style'],
      ['inspect', name, '--stage', 'paint'],
      ['inspect', name, '--json'],
      ['inspect', name, '--select', HOSTILE],
      ['batch', name, 'data.ndjson', '-o', '{{ n }}.pdf'],
      ['golden', name],
      ['diff', name, 'c.html'],
      [HOSTILE],
    ];
    for (const given of commands) {
      const { stdout, stderr } = await place.run(given);
      const text = `${Buffer.from(stdout, 'latin1').toString('utf8')}${stderr}`;
      expect(text, given.join(' ')).to.not.match(RAW);
    }
    const { stderr } = await place.run(['render', name, '-o', 'out.pdf']);
    expect(stderr).to.contain('\\u001b]0;owned\\u0007');
    expect(stderr.split('\n').filter((line) => line.startsWith('b.html'))).to.deep.equal([]);
  });

  it('is printed by one module', () => {
    const server = fileURLToPath(new URL('../../server/', import.meta.url));
    const printing = sources(server)
      .filter((file) => /process\.std(?:out|err)\.write|console\.\w+\(/.test(readFileSync(file, 'utf8')))
      .map((file) => relative(server, file));
    // The bytes of a PDF, and a progress line that moves the cursor.
    expect(printing.toSorted()).to.deep.equal(['commands/output-format.ts', 'commands/report.ts', 'terminal.ts']);
  });
});

describe('a bug in Pagewright', () => {
  it('is reported with the versions and the place where it happened', () => {
    const failure = failureOf(new RenderError('internal_error', 'In stage layout: oops', { cause: new Error('oops') }));
    expect(failure.status).to.equal(70);
    expect(failureText(failure)).to.match(
      /^pagewright: In stage layout: oops\nThis is a bug in Pagewright\. .*\n {2}pagewright [\d.]+, Node\.js [\d.]+, \w+ \w+\n {2}Error: oops\n {2}at .*terminal\.test\.ts/,
    );
  });
});
