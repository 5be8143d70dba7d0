// Lists third-party code that is bundled or installed with the packages, from the lock file. The output is a table for
// people (docs/third-party.md, with `--table`), and for the build the licence texts and a software bill of materials
// (CycloneDX).
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages } from './bundled-packages.mjs';

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;

/** Licences of packages that state them only in their licence file. */
const UNSTATED = { 'png-js': 'MIT' };

/**
 * Returns every package whose code is in the build or that is installed with @pagewright/server, by name and version.
 */
export function thirdPartyPackages(lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))) {
  const bundled = new Set(bundledPackages());
  const isInstalled = ({ dev, devOptional, peer, link }) => !dev && !devOptional && !peer && !link;
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.startsWith('node_modules/') && (bundled.has(path) || isInstalled(entry)))
    .map(([path, { version, license, optional = false }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { path, name, version, license: license ?? UNSTATED[name] ?? 'unknown', optional };
    })
    .toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

export function thirdPartyTable(packages = thirdPartyPackages()) {
  const rows = packages.map(({ name, version, license, optional }) => [
    name + (optional ? ' (optional)' : ''),
    version,
    license,
  ]);
  return `# Third-party packages

Made by \`npm run third-party\` from the lock file. The texts of the licences are in \`dist/third-party-licenses.txt\` of the package, a software bill of
materials in \`dist/sbom.cdx.json\`. Bundled fonts have theirs beside them in \`assets/fonts/\`, libdeflate in \`assets/wasm/\`.
The dictionaries of Thai, Lao, Khmer and Burmese words are ICU's (Unicode-3.0 and what stands in \`assets/dictionaries/LICENSE.txt\`).
The model that finds phrases of Japanese is BudouX's (Apache-2.0), in \`engine/text/japanese-phrase-model.ts\`.

${markdownTable(['package', 'version', 'licence'], rows)}
`;
}

function markdownTable(head, rows) {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  const line = (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function licenseTexts(packages) {
  return packages
    .map(({ path, name, version, license }) => {
      const files = existsSync(path) ? readdirSync(path).filter((file) => LICENSE_FILE.test(file)) : [];
      const texts = files.toSorted().map((file) => readFileSync(join(path, file), 'utf8').trim());
      return `${'='.repeat(80)}\n${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
    })
    .join('\n');
}

/** Returns a deterministic CycloneDX 1.5 document. */
function billOfMaterials(packages) {
  const components = packages.map(({ name, version, license }) => ({
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ expression: license }],
  }));
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components };
}

if (process.argv[1]?.endsWith('third-party.mjs')) {
  const packages = thirdPartyPackages();
  if (process.argv.includes('--table')) writeFileSync('docs/third-party.md', thirdPartyTable(packages));
  writeFileSync('dist/third-party-licenses.txt', licenseTexts(packages));
  writeFileSync('dist/sbom.cdx.json', `${JSON.stringify(billOfMaterials(packages), null, 2)}\n`);
}
