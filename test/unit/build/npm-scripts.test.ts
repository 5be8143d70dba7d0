import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The options of `node` and the file that it runs, for each command in a script. */
const programs = Object.values(scripts).flatMap((script) =>
  [...script.matchAll(/(?:^|&& )node((?: --[\w-]+=\S+)*) (\S+)/g)].map(([, options, file]) => ({
    options: options!.trim().split(' ').filter(Boolean),
    file: file!,
  })),
);

describe('npm scripts', function () {
  this.timeout(240_000);

  it('exist wherever the README and the guides mention them', () => {
    const guides = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    for (const page of ['README.md', 'CONTRIBUTING.md', ...guides.map((name) => join('docs', name))]) {
      const named = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)];
      for (const [, name, short] of named) expect(scripts, page).to.have.property((name ?? short)!);
    }
  });

  it('run existing programs with options that Node accepts', () => {
    expect(programs.length).to.be.greaterThan(10);
    for (const { file } of programs)
      if (!file.startsWith('dist/')) expect(existsSync(join(ROOT, file)), file).to.equal(true);
    const differing = new Set(programs.map(({ options }) => options.join(' ')));
    for (const options of differing)
      execFileSync(process.execPath, [...options.split(' ').filter(Boolean), '-e', '0'], { cwd: ROOT, stdio: 'pipe' });
  });

  it('build a site from the guides with working navigation', () => {
    // Without the build before it, which would take away the files that other tests run meanwhile.
    const [program = '', ...given] = scripts.docs!.split('&& ').at(-1)!.split(' ');
    execFileSync(program, given, { cwd: ROOT, stdio: 'pipe' });
    const start = readFileSync(join(ROOT, 'dist/docs/start.html'), 'utf8');
    expect(start)
      .to.contain('<a href="start.html" aria-current="page">')
      .and.to.contain('<a href="recipes/invoice.html">');
    expect(start)
      .to.contain('<a href="index.html">← ')
      .and.to.contain('<a href="tutorial.html">Tutorial: an invoice in six steps →</a>');
    const recipe = readFileSync(join(ROOT, 'dist/docs/recipes/invoice.html'), 'utf8');
    expect(recipe).to.contain('<a href="../start.html">');
    expect(existsSync(join(ROOT, 'dist/docs/recipes/invoice.pdf'))).to.equal(true);
  });
});
