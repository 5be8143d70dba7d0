#!/usr/bin/env node
// The `pagewright` command. Each subcommand loads what it needs only when it runs: `render` must start fast.
import { Command, CommanderError, Option } from 'commander';
import { setRenderingFlags } from './rendering/v8-flags.ts';
import { packageVersion } from './version.ts';
import { writeErr, writeOut } from './terminal.ts';

const EXIT_STATUSES = `
Exit statuses:
  0   done
  1   a document was refused or failed, or doesn't look as it should
  2   the command line is wrong, or a file can't be read or written
  3   --strict, and there were warnings
  70  a mistake of Pagewright's own`;

const program = new Command('pagewright')
  .description('HTML and CSS to PDF, without a browser.')
  .version(packageVersion())
  .addHelpText('after', EXIT_STATUSES)
  .configureOutput({ writeOut, writeErr })
  .exitOverride();

const collect = (value: string, all: string[]): string[] => [...all, value];

/** A module of what only @pagewright/server can run: its threads and the packages that it needs come with that. */
async function ofService<T>(load: () => Promise<T>): Promise<T> {
  const { hasOwnModule } = await import('./own-module.ts');
  if (hasOwnModule('storage/embedded/thread')) return load();
  const { UsageError } = await import('./commands/report.ts');
  throw new UsageError(
    `the service is a package of its own. Try: npx @pagewright/server ${process.argv.slice(2).join(' ')}`,
  );
}

/** Options of everything that lays out a document. */
function documentOptions(command: Command): Command {
  return command
    .option(
      '--page-size <size>',
      "page size where the document's @page sets none: A4, letter landscape, 100mm 200mm",
      'A4',
    )
    .option('--margin <length>', 'page margin on each side that no @page rule sets; default: 20mm without @page rules')
    .addOption(new Option('--media <medium>', 'what media queries match').choices(['print', 'screen']).default('print'))
    .option('--pages <ranges>', 'pages to keep: 1-3, 5, 8-')
    .option('--scale <factor>', 'draw what is on the pages larger or smaller, 0.1 to 2')
    .option('--header <html>', 'HTML at the top of every page, or @ and a file of it')
    .option('--footer <html>', 'the same at the bottom')
    .option('--date <date>', 'when the document was made')
    .option(
      '--font <file>',
      'a font file, a folder of them, or a package such as @pagewright/fonts-cjk (repeatable)',
      collect,
      [],
    )
    .option('--expand-scrollers', 'let scroll containers grow with their content')
    .addOption(
      new Option('--named-destinations <which>', 'elements with an id that other files can link to')
        .choices(['linked', 'all'])
        .default('linked'),
    )
    .option('-s, --style <file>', "a style sheet behind the document's own (repeatable)", collect, [])
    .option('--root <folder>', "where style sheets, images and fonts may lie (default: the document's folder)")
    .option('--offline', 'load no files beside the document')
    .addOption(
      new Option('--external <what>', 'external http(s) references: refuse the document or leave them out')
        .choices(['refuse', 'ignore'])
        .default('refuse'),
    )
    .option('--timeout <seconds>', 'how long a render may take (default: 30)')
    .option('--max-pages <number>', 'how many pages a document may have (default: 5000)');
}

documentOptions(program.command('render').description('render documents to PDF'))
  .argument('<inputs...>', 'HTML files, folders, patterns such as "in/**/*.html", or - for standard input')
  .option(
    '-o, --output <file>',
    'the PDF to write, or the PNGs of its pages (page.png), a folder for many (out/), or - for standard output (default: the input with .pdf)',
  )
  .addOption(new Option('--format <format>', 'what is made (default: as the output is called)').choices(['pdf', 'png']))
  .option('--dpi <number>', 'resolution of PNGs (default: 96)')
  .option('--title <text>', 'document title (default: its <title>)')
  .option('--profile <name>', 'what the file shall be: pdf/ua-1, pdf/a-2b, pdf/x-4, pdf/a-3a + pdf/ua-1, ...')
  .option('--attach <file>', 'a file that the PDF carries (repeatable)', collect, [])
  .option('--output-intent <icc>', 'ICC profile of the device that colours are made for, such as a printer in CMYK')
  .option(
    '--output-condition <name>',
    'what the printing condition is called in the registry of the ICC, such as FOGRA39',
  )
  .option(
    '--viewer <what>',
    'how readers show it: page=2, zoom=fit, layout=two-pages, panel=outline, hideToolbar, ... (repeatable)',
    collect,
    [],
  )
  .option('--facturx <xml>', 'make it an electronic invoice with this XML (Factur-X, ZUGFeRD)')
  .option('--forms', 'make the controls of forms fields that can be filled in')
  .option('--user-password <text>', 'encrypt the PDF: opens it; or @ and a file of it')
  .option('--owner-password <text>', 'encrypt the PDF: opens it without limits; or @ and a file of it')
  .option('--deny <what>', 'what the user password alone may not: print, modify, copy, ... (repeatable)', collect, [])
  .option('--no-compress', 'leave streams uncompressed')
  .option('--no-hinting', 'embed fonts without their instructions for screens: smaller files')
  .option('--image-resolution <ppi>', 'make images smaller that have more pixels an inch')
  .option('--image-quality <1-100>', 'make opaque images JPEGs of this quality where that is smaller')
  .option('--image-depth <8|16>', 'bits of a sample, at most: images of 16 are cut down to 8 unless they are asked for')
  .option('--strict', 'end with status 3 when there are warnings')
  .option('-q, --quiet', 'say nothing of what was ignored or replaced')
  .option('--verbose', 'say also what makes no difference to most, such as vendor prefixes')
  .option('--watch', 'render again when the document or a file that it loads changes')
  .option('--open', 'show the PDF; with --watch in a browser that follows')
  .option(
    '--json',
    'print pages and diagnostics as JSON (on standard output, or on standard error if the PDF goes there)',
  )
  .action(async (inputs: string[], options) => {
    setRenderingFlags({ once: inputs.length === 1 && !options.watch });
    const { renderCommand } = await import('./commands/render.ts');
    // Nothing is left to do, but an open handle or a compiler in the background would keep the process for a while.
    process.exit(await renderCommand(inputs, options));
  });

documentOptions(program.command('batch').description('render a template once for each line of data'))
  .argument('<template>', 'an HTML file with Liquid tags: {{ number }}, {% for item in items %}')
  .argument(
    '<data>',
    'a file of JSON objects, one a line (NDJSON) or in an array, or of a table (.csv, .tsv), or - for standard input',
  )
  .requiredOption('-o, --output <pattern>', "the PDFs to write: 'out/{{ number }}.pdf'")
  .option('--workers <number>', 'renders at the same time (default: one a core)')
  .option('--resume', 'leave out the PDFs that are there already')
  .option('--errors <file>', 'where lines that failed are noted as NDJSON (default: standard error)')
  .option('--strict', 'end with status 3 when there are warnings')
  .option('-q, --quiet', 'say nothing of what was ignored or replaced')
  .option('--verbose', 'say also what makes no difference to most, such as vendor prefixes')
  .action(async (template: string, data: string, options) => {
    setRenderingFlags({ once: false });
    const { batchCommand } = await import('./commands/batch.ts');
    process.exitCode = await batchCommand(template, data, options);
  });

/** Options of everything that compares pages. */
const comparison = (command: Command): Command =>
  documentOptions(command)
    .option('--dpi <number>', 'resolution of the pictures that are kept (default: 96)')
    .option('--threshold <number>', "how far a pixel's colour may be off, 0 to 1 (default: 0.1)")
    .option('--ignore <selector>', 'elements that may look different (repeatable)', collect, []);

comparison(program.command('golden').description('compare documents with what they looked like'))
  .argument('[inputs...]', 'HTML files, folders or patterns (default: this folder)')
  .option('--update [filter]', 'keep what the documents look like now, or those whose names hold a text')
  .option('--ci', "fail for documents that aren't kept yet (default: where CI is set)")
  .option('--workers <number>', 'documents at the same time (default: one a core)')
  .option('--report <file>', 'an HTML page of what differs', 'golden-report.html')
  .option('--junit <file>', 'JUnit XML')
  .action(async (inputs: string[], options) => {
    const { goldenCommand } = await import('./commands/golden.ts');
    process.exitCode = await goldenCommand(inputs, options);
  });

comparison(program.command('diff').description('say what differs between two documents'))
  .argument('<before>', 'an HTML file or a PDF')
  .argument('<after>', 'another')
  .option('--report <file>', 'an HTML page of what differs')
  .action(async (before: string, after: string, options) => {
    const { diffCommand } = await import('./commands/golden.ts');
    process.exitCode = await diffCommand(before, after, options);
  });

documentOptions(program.command('inspect').description("print one of the engine's trees"))
  .argument('<input>', 'an HTML file, or - for standard input')
  .addOption(
    new Option('--stage <stage>', 'which tree')
      .choices(['boxes', 'fragments', 'style', 'breaks', 'paint'])
      .default('fragments'),
  )
  .option('--select <selector>', 'only what is generated by elements that match (boxes, fragments, style)')
  .option('--json', 'print pages, boxes and lines as JSON')
  .action(async (input: string, options) => {
    const { inspectCommand } = await import('./commands/inspect.ts');
    process.exitCode = await inspectCommand(input, options);
  });

program
  .command('assets')
  .description(
    "copy the engine's fonts, WebAssembly and style sheets into a folder that a site serves, for pagewright/browser",
  )
  .argument('<folder>')
  .action(async (folder: string) => {
    const { assetsCommand } = await import('./commands/assets.ts');
    process.exitCode = assetsCommand(folder);
  });

program
  .command('serve')
  .description('run the HTTP service; configured by the environment (@pagewright/server)')
  .helpOption(false)
  .option('-h, --help', 'display help, with every variable of the environment')
  .action(async (options: { help?: boolean }, command: Command) => {
    if (options.help) {
      const { configHelp } = await import('./config.ts');
      writeOut(`${command.helpInformation()}\nEnvironment:\n${configHelp()}\n`);
      return;
    }
    const { serve } = await ofService(() => import('./main.ts'));
    await serve();
  });

program
  .command('mcp')
  .description('offer the MCP tools on standard input and output')
  .option('--root <folder>', 'where the tools may read what documents refer to, and write files', '.')
  .action(async ({ root }: { root: string }) => {
    const { mcpOnStdio } = await import('./commands/mcp.ts');
    await mcpOnStdio(root);
  });

program
  .command('migrate')
  .description("bring the store's tables up to date")
  .action(async () => {
    const { migrate } = await ofService(() => import('./commands/keys.ts'));
    process.exitCode = await migrate();
  });

const keys = program.command('keys').description('manage API keys in the store that the environment names');
keys
  .command('create')
  .description('make a key and print it')
  .requiredOption('--plan <tier>', 'free, pro, business, ...')
  .option('--name <name>', 'for whom it is')
  .option('--json')
  .action(async (options) => {
    const { keysCreate } = await ofService(() => import('./commands/keys.ts'));
    process.exitCode = await keysCreate(options);
  });
keys
  .command('list')
  .option('--json')
  .action(async (options) => {
    const { keysList } = await ofService(() => import('./commands/keys.ts'));
    process.exitCode = await keysList(options);
  });
keys
  .command('revoke')
  .argument('<prefix>', 'as `keys list` shows it')
  .option('--json')
  .action(async (prefix: string, options) => {
    const { keysRevoke } = await ofService(() => import('./commands/keys.ts'));
    process.exitCode = await keysRevoke(prefix, options);
  });
keys
  .command('credit')
  .description('add credits by hand; they last until spent')
  .argument('<prefix>', 'as `keys list` shows it')
  .argument('<amount>', '+500 adds, -500 takes away')
  .option('--json')
  .allowUnknownOption()
  .action(async (prefix: string, amount: string, options) => {
    const { keysCredit } = await ofService(() => import('./commands/keys.ts'));
    process.exitCode = await keysCredit(prefix, amount, options);
  });

/** `pagewright invoice.html`: a document where a command was to stand. */
function suggestRender(given: string): void {
  if (/\.x?html?$/i.test(given)) writeErr(`Try: pagewright render ${given}\n`);
}

/** Node would print the line of our code that threw. */
async function fail(error: unknown): Promise<never> {
  // commander has said what is wrong.
  if (error instanceof CommanderError) {
    if (error.code === 'commander.unknownCommand') suggestRender(process.argv[2] ?? '');
    process.exit(error.exitCode === 0 ? 0 : 2);
  }
  const { reportFailure } = await import('./commands/report.ts');
  process.exit(reportFailure(error, null));
}

process.on('uncaughtException', (error) => void fail(error));
// Who reads what is printed may have had enough: `pagewright inspect a.html | head`.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => (error.code === 'EPIPE' ? process.exit(0) : void fail(error)));
try {
  await program.parseAsync();
} catch (error) {
  await fail(error);
}
