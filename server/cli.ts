#!/usr/bin/env node
// The `pagewright` command. Each subcommand imports its modules only when it runs, so that `render` starts fast.
import type { EventEmitter } from 'node:events';
import { Command, CommanderError, Help, InvalidArgumentError, Option } from 'commander';
import { adviceOn } from './commands/foreign-options.ts';
import { setRenderingFlags } from './rendering/v8-flags.ts';
import { packageVersion } from './version.ts';
import { writeErr, writeOut } from './terminal.ts';

const EXIT_STATUSES = `
Exit statuses:
  0   success
  1   a document was refused, failed, differs from its snapshot, or has problems
      in print
  2   invalid command line, or a file can't be read, written or opened
  3   warnings, with --strict
  70  internal error in Pagewright`;

const program = new Command('pagewright')
  .description('HTML and CSS to PDF, without a browser.')
  .version(packageVersion())
  .configureHelp({
    // An empty list isn't worth showing as a default.
    optionDescription: (option) => new Help().optionDescription(option).replace(' (default: [])', ''),
    // Nearly every command has options. Without the word, descriptions have room in 80 columns.
    subcommandTerm: (command) => new Help().subcommandTerm(command).replace(' [options]', ''),
  })
  .addHelpText('after', EXIT_STATUSES)
  .configureOutput({ writeOut, writeErr })
  .showHelpAfterError('Add --help to see all options and examples.')
  .exitOverride();

const collect = (value: string, all: string[]): string[] => [...all, value];

/** Loads a module that only @pagewright/server can run. That package brings the required threads and dependencies. */
async function ofService<T>(load: () => Promise<T>): Promise<T> {
  const { hasOwnModule } = await import('./own-module.ts');
  if (hasOwnModule('storage/embedded/thread')) return load();
  const { UsageError } = await import('./commands/report.ts');
  throw new UsageError(
    `this command needs the service package. Try: npx @pagewright/server ${process.argv.slice(2).join(' ')}`,
  );
}

/** Formats the examples at the end of a command's help. */
const examples = (...lines: readonly string[]): string => `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;

/** The checks of `pagewright proof`. */
const PROOF_CHECKS = [
  'bleed',
  'clipped-text',
  'contrast',
  'font-license',
  'four-ink-text',
  'hairline',
  'ink-coverage',
  'missing-glyph',
  'missing-image',
  'overprint',
  'resolution',
  'safety',
];

/** Accepts the former name of an option, with a note. */
function formerName(command: Command, former: string, current: string): Command {
  const option = command.options.find(({ long }) => long === `--${current}`)!;
  let isGiven = false;
  return command
    .addOption(new Option(option.flags.replace(/^.*--[a-z-]+/, `--${former}`)).hideHelp())
    .on(`option:${former}`, (value: string) => {
      isGiven = true;
      // Commander's types leave out that commands are emitters.
      (command as unknown as EventEmitter).emit(`option:${current}`, value);
    })
    .hook('preAction', () => {
      const { quiet, json } = command.opts<{ quiet?: boolean; json?: boolean }>();
      if (isGiven && !quiet && !json) writeErr(`pagewright: --${former} is deprecated. Use --${current}\n`);
    });
}

/** Adds the options of every command that reads documents and lays them out. */
const documentOptions = (command: Command): Command =>
  layoutOptions(
    command.option('--data <json>', "JSON file that fills the document's Liquid tags, or - for standard input"),
  );

/** Adds the options of every command that lays out documents. */
function layoutOptions(command: Command): Command {
  command
    .optionsGroup('Page:')
    .option('--page-size <size>', 'page size if no @page rule sets one: A4, letter landscape, 100mm 200mm', 'A4')
    .option('--paper <size>', 'paper that pages are printed on: larger pages shrink to fit, smaller ones are centered')
    .option(
      '--margin <lengths>',
      "page margins that no @page rule sets: 15mm, '1cm 2cm'; default: 20mm without @page rules",
    )
    .addOption(
      new Option('--media-type <medium>', 'medium that media queries match')
        .choices(['print', 'screen'])
        .default('print'),
    )
    .option('--page-ranges <ranges>', 'pages to keep: 1-3, 5, 8-')
    .option('--scale <factor>', 'scale of the page content, 0.1 to 2')
    .option('--no-print-background', 'print no backgrounds, and darken light text')
    .option('--header <html>', 'HTML for the top margin, or @FILE to read it from a file')
    .option('--footer <html>', 'HTML for the bottom margin, or @FILE to read it from a file')
    .option('--date <date>', 'creation date, such as 2026-03-04')
    .option('--expand-scrollers', 'let scroll containers grow with their content')
    .optionsGroup('Resources:')
    .option('--font <file>', 'font file, folder, or package such as @pagewright/fonts-cjk (repeatable)', collect, [])
    .option('--system-fonts', 'also use the fonts installed on this machine')
    .option('-s, --user-style <file>', "style sheet after the document's own (repeatable)", collect, [])
    .option('--root <folder>', "folder for style sheets, images and fonts (default: the document's folder)")
    .option('--offline', 'load no files next to the document')
    .addOption(
      new Option('--external-resources <what>', 'http(s) references: refuse the document, or ignore them')
        .choices(['refuse', 'ignore'])
        .default('refuse'),
    )
    .optionsGroup('Document:')
    .addOption(
      new Option('--named-destinations <which>', 'elements with an id that other files can link to')
        .choices(['linked', 'all'])
        .default('linked'),
    )
    .optionsGroup('Limits:')
    .option('--deadline <seconds>', 'time limit per render (default: 30)')
    .option('--max-pages <number>', 'page limit per document (default: 5000)');
  formerName(command, 'media', 'media-type');
  formerName(command, 'pages', 'page-ranges');
  formerName(command, 'style', 'user-style');
  formerName(command, 'external', 'external-resources');
  return formerName(command, 'timeout', 'deadline');
}

/** Adds the options of every command that writes PDFs of documents. */
const pdfOptions = (command: Command): Command =>
  command
    .optionsGroup('Document:')
    .option('--title <text>', 'document title (default: <title>)')
    .option('--profile <name>', 'standard to meet: pdf/ua-1, pdf/a-2b, pdf/x-4, pdf/a-3a + pdf/ua-1, ...')
    .option('--attachment <file>', 'file to embed in the PDF (repeatable)', collect, [])
    .option('--xmp <file>', 'XMP metadata to add to the file')
    .option('--output-intent <icc>', 'ICC profile of the printing condition')
    .option('--output-condition <name>', 'name of the printing condition in the ICC registry, such as FOGRA39')
    .option('--convert-colors <intent>', 'convert colors to its inks: perceptual, relative, saturation or absolute')
    .option('--ink-limit <percent>', 'maximum sum of the inks of converted colors')
    .option(
      '--viewer <what>',
      'viewer settings: page=2, zoom=fit, layout=two-pages, panel=outline, hideToolbar, ... (repeatable)',
      collect,
      [],
    )
    .option('--redact <selector>', 'leave out the text of matching elements (repeatable)', collect, [])
    .addOption(
      new Option('--redact-place <what>', 'cover redacted text with bars, or close the gap')
        .choices(['keep', 'close'])
        .default('keep'),
    )
    .option('--facturx <xml>', 'XML of a Factur-X or ZUGFeRD invoice to embed')
    .addOption(
      new Option('--invoice <kind>', 'make an electronic invoice from elements with data-invoice')
        .choices(['facturx', 'xrechnung', 'ubl', 'xrechnung-ubl'])
        .conflicts('facturx'),
    )
    .option('--forms', 'make form controls fillable')
    .option('--user-password <text>', 'password that opens the PDF, or @FILE to read it from a file')
    .option('--owner-password <text>', 'password that removes restrictions, or @FILE to read it from a file')
    .option('--deny <what>', 'deny readers a permission: print, modify, copy, ... (repeatable)', collect, [])
    .optionsGroup('File size:')
    .option('--no-compress', 'do not compress streams')
    .option('--no-hinting', 'embed fonts without hinting, for smaller files')
    .option('--image-resolution <ppi>', 'downsample images above this resolution')
    .option('--image-quality <1-100>', 'recompress opaque images as JPEG of this quality if smaller')
    .option('--image-depth <8|16>', 'maximum bits per sample (default: 8)');

program
  .command('init')
  .description('write an invoice template, its style and its data to start from')
  .argument('<folder>', 'folder to write to, or . for the current one')
  .action(async (folder: string) => {
    const { initCommand } = await import('./commands/init.ts');
    process.exitCode = initCommand(folder);
  });

const rendering = pdfOptions(documentOptions(program.command('render').description('render documents to PDF or PNG')))
  .argument(
    '<inputs...>',
    'HTML, XHTML and EPUB files, folders, patterns such as "in/**/*.html", or - for standard input',
  )
  .optionsGroup('Output:')
  .option(
    '-o, --output <file>',
    'PDF or PNG file (joins several documents), folder (out/), or - for standard output (default: input name with .pdf)',
  )
  .addOption(new Option('--format <format>', 'output format (default: by the output name)').choices(['pdf', 'png']))
  .option('--dpi <number>', 'resolution of PNGs (default: 96)')
  .optionsGroup('Document:')
  .option('--keep-pages <json>', 'layout of an earlier edition, whose page breaks are kept where the text is the same')
  .option('--provenance', 'store digests of all inputs in the PDF')
  .optionsGroup('Messages and preview:')
  .option('--strict', 'exit with status 3 if there are warnings')
  .option('-q, --quiet', 'print only failures')
  .option('--verbose', 'print notes too, such as unknown vendor prefixes')
  .option('--watch', 'render again when the document or its files change')
  .option('--open', 'open the PDF; with --watch, a live preview in the browser')
  .option(
    '--json',
    'print pages and diagnostics as JSON on standard output, or on standard error if the PDF goes there',
  )
  .addHelpText(
    'after',
    examples(
      'pagewright render invoice.html',
      "pagewright render in/ 'more/**/*.html' -o out/",
      'pagewright render invoice.html -o page.png --dpi 192',
      'pagewright render invoice.html --data invoice.json',
      'pagewright render report.html --profile pdf/ua-1 --watch --open',
    ),
  )
  .action(async (inputs: string[], options) => {
    // The process has started with the flags for one document.
    if (inputs.length !== 1 || options.watch) setRenderingFlags({ once: false });
    const { renderCommand } = await import('./commands/render.ts');
    // All work is done. An open handle or a background compilation would keep the process alive.
    process.exit(await renderCommand(inputs, options));
  });

formerName(rendering, 'attach', 'attachment');

pdfOptions(layoutOptions(program.command('batch').description('render a template once per data record')))
  .argument('<template>', 'HTML file with Liquid tags: {{ number }}, {% for item in items %}')
  .argument('<data>', 'NDJSON, JSON array or object, .csv or .tsv file, or - for standard input')
  .optionsGroup('Output:')
  .requiredOption('-o, --output <pattern>', "file name with Liquid tags: 'out/{{ number }}.pdf'")
  .option('--workers <number>', 'parallel renders (default: number of cores)')
  .option('--resume', 'skip PDFs that already exist')
  .option('--errors <file>', 'NDJSON file for failed records (default: standard error)')
  .optionsGroup('Messages:')
  .option('--strict', 'exit with status 3 if there are warnings')
  .option('-q, --quiet', 'print only failures')
  .option('--verbose', 'print notes too, such as unknown vendor prefixes')
  .addHelpText(
    'after',
    examples(
      "pagewright batch invoice.html data.ndjson -o 'out/{{ number }}.pdf'",
      "pagewright batch a.html data.ndjson -o '{{ n }}.pdf' --facturx '{{ n }}.xml'",
    ),
  )
  .action(async (template: string, data: string, options) => {
    setRenderingFlags({ once: false });
    const { batchCommand } = await import('./commands/batch.ts');
    process.exitCode = await batchCommand(template, data, options);
  });

/** Adds the options of every command that compares pages. */
const comparison = (command: Command): Command =>
  documentOptions(command)
    .optionsGroup('Comparison:')
    .option('--dpi <number>', 'resolution of the snapshots (default: 96)')
    .option('--threshold <number>', 'color tolerance per pixel, 0 to 1 (default: 0.1)')
    .option('--ignore <selector>', 'elements to exclude from the comparison (repeatable)', collect, []);

comparison(program.command('golden').alias('snapshot').description('compare documents with their snapshots'))
  .argument('[inputs...]', 'HTML files, folders or patterns (default: current folder)')
  .option('--update', 'accept changes of these documents (default: if UPDATE_GOLDEN is 1)')
  .option('--ci', 'fail for documents without a snapshot (default: if CI is set)')
  .option('--workers <number>', 'documents compared in parallel (default: number of cores)')
  .option('--report <file>', 'HTML report of the differences', 'golden-report.html')
  .option('--serve', 'show the report in a local page and accept changes there')
  .option('--junit <file>', 'JUnit XML report')
  .addHelpText('after', examples('pagewright golden invoices/', 'pagewright golden invoices/may.html --update'))
  .action(async (inputs: string[], options, command: Command) => {
    const { goldenCommand } = await import('./commands/golden.ts');
    const { givenOptions } = await import('./commands/given-options.ts');
    const repeated = givenOptions(command, ['update', 'ci', 'workers', 'report', 'serve', 'junit']);
    process.exitCode = await goldenCommand(inputs, { ...options, repeated });
  });

comparison(program.command('diff').description('describe the differences between two documents'))
  .argument('<before>', 'HTML or PDF file')
  .argument('<after>', 'HTML or PDF file')
  .option('--report <file>', 'HTML report of the differences')
  .action(async (before: string, after: string, options) => {
    const { diffCommand } = await import('./commands/golden.ts');
    process.exitCode = await diffCommand(before, after, options);
  });

documentOptions(program.command('inspect').description('print the layout of a document'))
  .argument('<input>', 'HTML file, or - for standard input')
  .optionsGroup('Output:')
  .addOption(
    new Option('--stage <stage>', 'tree to print')
      .choices(['boxes', 'fragments', 'style', 'breaks', 'paint'])
      .default('fragments'),
  )
  .option('--select <selector>', 'limit the output to matching elements (boxes, fragments, style)')
  .option('--why <selector>', 'explain why an element is on its page, and what moves it to an earlier one')
  .option('--json', 'print pages, boxes and lines, or the explanation, as JSON')
  .action(async (input: string, options) => {
    const { inspectCommand } = await import('./commands/inspect.ts');
    process.exitCode = await inspectCommand(input, options);
  });

documentOptions(program.command('proof').description('check what a document looks like in print'))
  .argument('<input>', 'HTML file, or - for standard input')
  .optionsGroup('Limits:')
  .option('--hairline <points>', 'minimum line width (default: 0.25)')
  .option('--resolution <ppi>', 'minimum resolution of images (default: 150)')
  .option('--ink <percent>', 'maximum total of the process inks (default: 300)')
  .option('--contrast <ratio>', 'minimum contrast of text; large text needs two thirds of it (default: 4.5)')
  .option('--bleed <millimeters>', 'bleed that the printer needs (default: 3)')
  .option('--safety <millimeters>', 'minimum distance of text from the edge of the page (default: 3)')
  .addOption(
    new Option('--skip <check>', 'check to skip (repeatable)')
      .choices(PROOF_CHECKS)
      .argParser((check: string, all: string[]) => {
        if (PROOF_CHECKS.includes(check)) return [...all, check];
        throw new InvalidArgumentError(`Allowed choices are ${PROOF_CHECKS.join(', ')}.`);
      })
      .default([]),
  )
  .optionsGroup('Output:')
  .option('-q, --quiet', 'print only problems')
  .option('--json', 'print pages and problems as JSON')
  .addHelpText(
    'after',
    examples('pagewright proof flyer.html', 'pagewright proof flyer.html --resolution 300 --skip bleed'),
  )
  .action(async (input: string, options) => {
    const { proofCommand } = await import('./commands/proof.ts');
    process.exitCode = await proofCommand(input, options);
  });

layoutOptions(program.command('stress').description('find data that breaks the layout of a template'))
  .argument('<template>', 'HTML file with Liquid tags')
  .requiredOption('--schema <json>', 'JSON Schema of the data')
  .option('--runs <number>', 'number of records to try (default: 100)')
  .option('--seed <number>', 'seed of the random numbers (default: 1)')
  .option('--max-items <number>', 'maximum list length if the schema sets none (default: 60)')
  .option('--max-length <number>', 'maximum text length if the schema sets none (default: 60)')
  .optionsGroup('Output:')
  .option('-o, --output <folder>', 'folder for the records that break the layout')
  .option('-q, --quiet', 'print only problems')
  .option('--json', 'print problems and records as JSON')
  .addHelpText('after', examples('pagewright stress label.html --schema label.schema.json'))
  .action(async (input: string, options) => {
    const { stressCommand } = await import('./commands/stress.ts');
    process.exitCode = await stressCommand(input, options);
  });

program
  .command('verify')
  .description('render a PDF again from its recorded inputs, and compare the bytes')
  .argument('<file>', 'PDF made with render --provenance')
  .option('--from <folder>', 'folder in which the command ran', '.')
  .option('--deadline <seconds>', 'time limit (default: 30)')
  .option('-q, --quiet', 'print only differences')
  .option('--json', 'print the result as JSON')
  .addHelpText('after', examples('pagewright verify invoice.pdf --from archive/2026'))
  .action(async (file: string, options) => {
    const { verifyCommand } = await import('./commands/verify.ts');
    process.exitCode = await verifyCommand(file, options);
  });

const pdf = program.command('pdf').description('merge, stamp, split, impose, sign and check existing PDF files');

/** Adds the options of every command of the group. */
const pdfCommand = (name: string, description: string): Command =>
  pdf
    .command(name)
    .description(description)
    .option('--deadline <seconds>', 'time limit (default: 30)')
    .option('-q, --quiet', 'print only failures')
    .option('--json', 'print the result as JSON');

const writingCommand = (name: string, description: string): Command =>
  pdfCommand(name, description).requiredOption('-o, --output <file>', 'PDF file, or - for standard output');

writingCommand('merge', 'join files, with their outlines, links, fields, attachments and tags')
  .argument('<inputs...>', 'PDF files, with pages as in plan.pdf#2-4')
  .option('--title <text>', "title of the document (default: the first file's)")
  .option('--bookmarks', 'add an outline entry per file')
  .addHelpText('after', examples("pagewright pdf merge offer.pdf 'terms.pdf#1-3' -o all.pdf"))
  .action(async (inputs: string[], options) => {
    const { mergeCommand } = await import('./commands/pdf.ts');
    process.exitCode = await mergeCommand(inputs, options);
  });
writingCommand('stamp', "draw one file's pages over or under those of another")
  .argument('<input>')
  .argument('<stamp>', 'PDF file whose nth page stamps page n')
  .option('--pages <ranges>', 'pages to stamp: 1, 2-')
  .option('--under', 'draw below the content, as a letterhead')
  .addOption(new Option('--fit <how>', 'size of the stamp').choices(['contain', 'fill', 'none']).default('contain'))
  .addOption(
    new Option('--repeat <which>', "which stamp pages repeat after the stamp's last page")
      .choices(['last', 'all', 'none'])
      .default('last'),
  )
  .addHelpText('after', examples('pagewright pdf stamp offer.pdf letterhead.pdf --under -o out.pdf'))
  .action(async (input: string, stamp: string, options) => {
    const { stampCommand } = await import('./commands/pdf.ts');
    process.exitCode = await stampCommand(input, stamp, options);
  });
writingCommand('split', 'divide a file into several')
  .argument('<input>')
  .option('--pages <ranges>', 'pages of a new file, such as 1-3 (repeatable)', collect, [])
  .option('--every <number>', 'pages per file (default: 1)')
  .addHelpText('after', examples("pagewright pdf split book.pdf --every 10 -o 'part-{{ number }}.pdf'"))
  .action(async (input: string, options) => {
    const { splitCommand } = await import('./commands/pdf.ts');
    process.exitCode = await splitCommand(input, options);
  });
writingCommand('impose', 'place several pages on each sheet, for printing')
  .argument('<input>')
  .option('--layout <layout>', 'booklet, or columns and rows such as 2x2', 'booklet')
  .option('--sheet <size>', 'size of a sheet: A4 landscape (default: pages keep their size)')
  .option('--gap <points>', 'distance between pages (default: 0)')
  .addOption(new Option('--direction <direction>', 'binding and order').choices(['ltr', 'rtl']).default('ltr'))
  .addHelpText('after', examples("pagewright pdf impose book.pdf --sheet 'A4 landscape' -o booklet.pdf"))
  .action(async (input: string, options) => {
    const { imposeCommand } = await import('./commands/pdf.ts');
    process.exitCode = await imposeCommand(input, options);
  });
writingCommand('sign', 'add a digital signature')
  .argument('<input>')
  .requiredOption('--key <file>', 'PKCS#12 file (.p12, .pfx), or private key as PEM')
  .option('--certificate <file>', "PEM file with the key's certificate chain")
  .option('--key-password <text>', 'password of the key, or @FILE to read it from a file')
  .option('--field <name>', 'signature field (default: the first unsigned one, or an invisible one)')
  .option('--name <text>', "the signer's name")
  .option('--reason <text>', 'why the file is signed')
  .option('--location <text>', 'where it is signed')
  .option('--appearance <file>', 'PDF whose first page is shown in the signature field')
  .addOption(
    new Option('--certify <changes>', 'certify the file as its author, and permit these changes').choices([
      'no-changes',
      'forms',
      'comments',
    ]),
  )
  .option('--date <date>', 'date of the signature, such as 2026-03-04 (default: now)')
  .option('--time-stamp <command>', 'shell command that sends an RFC 3161 request from stdin and prints the response')
  .addHelpText(
    'after',
    examples('pagewright pdf sign contract.pdf --key me.p12 --key-password @password.txt -o signed.pdf'),
  )
  .action(async (input: string, options) => {
    const { signCommand } = await import('./commands/sign.ts');
    process.exitCode = await signCommand(input, options);
  });
pdfCommand('info', 'describe the contents of a file')
  .argument('<input>')
  .action(async (input: string, options) => {
    const { infoCommand } = await import('./commands/pdf.ts');
    process.exitCode = await infoCommand(input, options);
  });
pdfCommand('validate', 'check that all objects of a file can be read')
  .argument('<input>')
  .action(async (input: string, options) => {
    const { validateCommand } = await import('./commands/pdf.ts');
    process.exitCode = await validateCommand(input, options);
  });

program
  .command('assets')
  .description('copy the files that pagewright/browser needs into a folder of your site')
  .argument('<folder>')
  .action(async (folder: string) => {
    const { assetsCommand } = await import('./commands/assets.ts');
    process.exitCode = assetsCommand(folder);
  });

program
  .command('serve')
  .description('start the HTTP service, configured by environment variables')
  .helpOption(false)
  .option('-h, --help', 'display help with all environment variables')
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
  .description('serve the MCP tools on standard input and output')
  .option('--root <folder>', 'folder in which the tools may read and write files', '.')
  .action(async ({ root }: { root: string }) => {
    const { mcpOnStdio } = await import('./commands/mcp.ts');
    await mcpOnStdio(root);
  });

program
  .command('migrate')
  .description('update the database tables of the HTTP service after an upgrade')
  .action(async () => {
    const { migrate } = await ofService(() => import('./commands/keys.ts'));
    process.exitCode = await migrate();
  });

const keys = program.command('keys').description('manage API keys');
keys
  .command('create')
  .description('create a key and print it')
  .requiredOption('--plan <tier>', 'free, pro, business, ...')
  .option('--name <name>', 'name of the owner')
  .option('--test', 'renders cost nothing, and every page is marked TEST')
  .option('--json')
  .action(async (options) => {
    const { keysCreate } = await ofService(() => import('./commands/keys.ts'));
    process.exitCode = await keysCreate(options);
  });
keys
  .command('list')
  .description('list all keys with their plans, without the secret part')
  .option('--json')
  .action(async (options) => {
    const { keysList } = await ofService(() => import('./commands/keys.ts'));
    process.exitCode = await keysList(options);
  });
keys
  .command('revoke')
  .description('revoke a key; the service refuses it within 30 seconds')
  .argument('<prefix>', 'key prefix from `keys list`')
  .option('--json')
  .action(async (prefix: string, options) => {
    const { keysRevoke } = await ofService(() => import('./commands/keys.ts'));
    process.exitCode = await keysRevoke(prefix, options);
  });
keys
  .command('credit')
  .description('add credits that last until they are spent')
  .argument('<prefix>', 'key prefix from `keys list`')
  .argument('<amount>', '+500 adds credits, -500 removes them')
  .option('--json')
  .allowUnknownOption()
  .action(async (prefix: string, amount: string, options) => {
    const { keysCredit } = await ofService(() => import('./commands/keys.ts'));
    process.exitCode = await keysCredit(prefix, amount, options);
  });

/** Suggests `render` if a document is given in place of a command: `pagewright invoice.html invoice.pdf`. */
function suggestRender([given = '', output = '']: readonly string[]): void {
  const into = /\.(?:pdf|png)$/i.test(output) ? ` -o ${output}` : '';
  if (/\.x?html?$/i.test(given)) writeErr(`Try: pagewright render ${given}${into}\n`);
}

/** Names the equivalents of other programs' options: `--pdf-variant`. */
function suggestOptions(given: readonly string[]): void {
  for (const argument of given) {
    const [option = ''] = argument.split('=', 1);
    const advice = adviceOn(option);
    if (advice !== null) writeErr(`${advice}\n`);
  }
}

/** Reports an error and exits. Node would print the line of code that threw. */
async function fail(error: unknown): Promise<never> {
  // The reader of a pipe may close it early: `pagewright inspect a.html | head`.
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE' && syscall === 'write') process.exit(0);
  // Commander has already printed the message.
  if (error instanceof CommanderError) {
    if (error.code === 'commander.unknownCommand') suggestRender(process.argv.slice(2));
    if (error.code === 'commander.unknownOption') suggestOptions(process.argv.slice(2));
    process.exit(error.exitCode === 0 ? 0 : 2);
  }
  const { reportFailure } = await import('./commands/report.ts');
  process.exit(reportFailure(error, null));
}

process.on('uncaughtException', (error) => void fail(error));
program.parseAsync().catch(fail);
