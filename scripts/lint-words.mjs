// Rejects phrases that read like a literal translation, in the guides, in messages and in comments.
//   node scripts/lint-words.mjs [--all] [path...]
// Comments are checked in the folders of CLEAN_COMMENTS; --all checks them everywhere. In tests, their names are checked,
// but no other strings, which are documents and expected messages.
// A line with `lint-words: allow` is skipped.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Phrase, and what to write instead. Lookarounds spare the idioms of the field ("stands for", "the value lies in"). */
export const PHRASES = [
  [/\b(?:is|are|was|were|be|been) (?:said|told(?! apart)|spoken of)\b/i, 'reported, described'],
  [/\bspoken of\b/i, 'reported'],
  [
    /\bstand(?:s|ing)? (?:there|beside|behind|between|before|above|below|in (?:a|the|its|their)|on (?:a|the|its|their)|at (?:a|the|its))\b/i,
    'is, appears, is placed',
  ],
  [/\bwhere (?:it|they|boxes|everything) stands?\b/i, 'its position'],
  [/\blies? (?:beside|behind|in the|there)\b/i, 'is'],
  [/\b(?:goes|go|going|went|gone) on\b(?! (?:to|sale))/i, 'continues'],
  [/\bwhat (?:is|was) there\b/i, 'the existing ...'],
  [/\b(?:hasn't|haven't|hadn't) got\b/i, "doesn't have"],
  [/(?<!there )\b(?:is|are|and) none\b(?! of)(?=[.,;:)]|$)/im, 'is not one'],
  [/\bof (?:one's|our|his) own\b/i, 'separate, dedicated'],
  [/\b[Ww]hoever\b/, 'anyone who, you'],
  [/\bthat which\b/i, 'the one that'],
  [/\bso many\b/i, 'the number of'],
  [/\bmanieth\b/i, 'nth'],
  [
    /\bthere (?:is|are) no\b(?= (?:option|command|field|file|folder|plan|key|font|package|image|property)\b)/i,
    'unknown ..., ... not found',
  ],
  [/\b(?:in|into|upon) each other\b/i, 'nested, overlapping'],
  [/\bby turns\b/i, 'alternately'],
  [/(?<![|`\w-])beside(?![|`\w-])/i, 'next to, together with'],
  [/\blooks? at the clock\b/i, 'reads the clock'],
  [/\botherwise than\b/i, 'differently from'],
  [/\bmakes? no\b(?= (?:sense for|part))/i, 'has no'],
  [/\bhas to do with\b/i, 'concerns'],
  [/\bis (?:begun|reckoned|heeded|asked for|looked at|led)\b/i, 'starts, is computed, ...'],
  [/\bthe door of\b/i, 'the entry point of'],
  [/\bnot heeded\b/i, 'ignored'],
  [/\bsays? of\b/i, 'says about'],
  [/\bnothing (?:stands|lies|lives)\b/i, 'is empty'],
  [/\btoo much to do\b/i, 'overloaded'],
  [/\bdoing of\b|\bown doing\b/i, 'caused by'],
  [/\bfor want of\b|\bby way of\b/i, 'without, through'],
  [
    /\b(?:colour|behaviour|neighbour|honour|favour|catalogue|judgement|licence|centre[ds]?\b|centring|labell(?!edby)|(?:milli|centi)metre|litre|analys(?:e[ds]?|ing)\b|cancell(?:ed|ing)|grey(?! [0-9a-f]{6})|(?:raster|optim|normal|recogn|serial|minim|maxim|organ|initial|summar)is(?:e|ing|ation))/i,
    'the American spelling: color, behavior, center, gray, license, optimize ...',
  ],
  [/\bwhat (?:it|they) (?:is|are) called\b|\bas (?:it|they) (?:is|are) called\b/i, 'its name'],
];

/** Folders and files whose comments are clean. Grow this list. */
const CLEAN_COMMENTS = [
  'bench/',
  'server/',
  'test/',
  ...[
    'boxes',
    'css',
    'debug',
    'document',
    'fonts',
    'images',
    'layout',
    'pages',
    'paint',
    'pdf',
    'platform',
    'raster',
    'semantics',
    'style',
    'text',
  ].map((stage) => `engine/${stage}/`),
];

/** Text in which nothing is checked: data, generated pages, and tables of words. */
const SKIPPED = [
  /^docs\/(?:support|css-properties|third-party)\.md$/,
  /^scripts\/lint-words\.mjs$/,
  /-model\.ts$/,
  /^engine\/text\/dictionar/,
];

/**
 * Returns the strings and comments of a source file, as { text, offset, kind }. The preceding character tells regular
 * expressions from divisions.
 */
export function pieces(source) {
  const found = [];
  const open = [];
  let i = 0;
  let last = '';
  const take = (kind, from, to) => found.push({ kind, text: source.slice(from, to), offset: from });
  const template = (from) => {
    let at = from;
    while (at < source.length && source[at] !== '`') {
      if (source[at] === '\\') at++;
      else if (source.startsWith('${', at)) {
        take('string', from, at);
        open.push(1);
        return at + 2;
      }
      at++;
    }
    take('string', from, at);
    return at + 1;
  };
  while (i < source.length) {
    const c = source[i];
    if (source.startsWith('//', i)) {
      const end = source.indexOf('\n', i);
      take('comment', i, end < 0 ? source.length : end);
      i = end < 0 ? source.length : end;
    } else if (source.startsWith('/*', i)) {
      const end = source.indexOf('*/', i + 2);
      take('comment', i, end);
      i = end + 2;
    } else if (c === "'" || c === '"') {
      let at = i + 1;
      while (at < source.length && source[at] !== c && source[at] !== '\n') at += source[at] === '\\' ? 2 : 1;
      take('string', i + 1, at);
      i = at + 1;
      last = c;
    } else if (c === '`') {
      i = template(i + 1);
      last = '`';
    } else if (c === '/' && /[(,=:[!&|?{};+\n]|^$/.test(last)) {
      let at = i + 1;
      let inClass = false;
      while (at < source.length && (inClass || source[at] !== '/') && source[at] !== '\n') {
        if (source[at] === '\\') at++;
        else if (source[at] === '[') inClass = true;
        else if (source[at] === ']') inClass = false;
        at++;
      }
      i = at + 1;
      last = '/';
    } else {
      if (open.length > 0 && c === '{') open[open.length - 1]++;
      if (open.length > 0 && c === '}' && --open[open.length - 1] === 0) {
        open.pop();
        i = template(i + 1);
        continue;
      }
      if (!/\s/.test(c)) last = c;
      i++;
    }
  }
  return found;
}

/** Prose of a Markdown file: code is blanked out, so that offsets stay. */
const proseOf = (markdown) =>
  markdown
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, (code) => code.replace(/[^\n]/g, ' '))
    .replace(/^ {4}.*$/gm, (code) => ' '.repeat(code.length))
    .replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));

/** Text before the name of a test or of a group of tests. */
const TEST_NAME = /\b(?:it|describe)(?:\.\w+)?\(\s*['"`]$/;

const isText = (text) => /[a-z]{2} [a-z]/i.test(text);

function checkedPieces(path, source, all) {
  if (path.endsWith('.md')) return [{ text: proseOf(source), offset: 0 }];
  const isClean = all || CLEAN_COMMENTS.some((prefix) => path.startsWith(prefix));
  const isRead = (offset) =>
    !path.startsWith('test/') || TEST_NAME.test(source.slice(Math.max(0, offset - 20), offset));
  return pieces(source).filter(
    ({ kind, text, offset }) => isText(text) && (kind === 'string' ? isRead(offset) : isClean),
  );
}

/** `path:line: phrase (better)` of each phrase in a file. */
export function complaints(path, source, all = false) {
  const lines = source.split('\n');
  const lineAt = (offset) => source.slice(0, offset).split('\n').length;
  return checkedPieces(path, source, all).flatMap(({ text, offset }) =>
    PHRASES.flatMap(([pattern, better]) =>
      [...text.matchAll(new RegExp(pattern, `g${pattern.flags}`))].flatMap((match) => {
        const line = lineAt(offset + match.index);
        return lines[line - 1].includes('lint-words: allow')
          ? []
          : [`${path}:${line}: "${match[0]}": write ${better}\n    ${lines[line - 1].trim().slice(0, 160)}`];
      }),
    ),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const given = process.argv.slice(2);
  const all = given.includes('--all');
  const paths = given.filter((one) => !one.startsWith('--'));
  const files = execFileSync(
    'git',
    ['ls-files', ...(paths.length > 0 ? paths : ['*.md', 'engine', 'server', 'scripts', 'bench', 'test'])],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((path) => /\.(?:md|ts|mjs|cjs)$/.test(path) && !SKIPPED.some((pattern) => pattern.test(path)));
  const found = files.flatMap((path) => complaints(path, readFileSync(join(ROOT, path), 'utf8'), all));
  for (const complaint of found) console.error(complaint);
  if (found.length > 0) {
    console.error(`${found.length} phrases to rewrite: see "Writing" in CONTRIBUTING.md`);
    process.exit(1);
  }
}
