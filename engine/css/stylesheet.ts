/**
 * Parses a style sheet into rules: css-syntax-3 blocks first, then each prelude with its own grammar. Declaration
 * values stay text until a rule matches an element.
 */
import type { DiagnosticCode } from '../diagnostic-codes.ts';
import type { Fix } from '../diagnostics.ts';
import type { Budget } from '../budget.ts';
import { KNOWN_AT_RULES } from './at-rules/at-rule-names.ts';
import { parseContainerPrelude } from './at-rules/container.ts';
import { declarationsOf, type DefinitionName, parseDefinition } from './at-rules/definition-rules.ts';
import { importUrl, parseImportPrelude } from './at-rules/import.ts';
import { type MediaProblem, mediaProblem, type MediaQueryList, parseMediaQueryList } from './at-rules/media.ts';
import { isPageDescriptor } from './at-rules/page-descriptors.ts';
import { PAGE_BOX_NAMES, pageBoxKey, parsePageSelectors } from './at-rules/page.ts';
import { evaluateSupports } from './at-rules/supports.ts';
import { Complaints } from './complaints.ts';
import { DeclarationBlock } from './declaration.ts';
import { invalidValue } from './properties/registry.ts';
import type { Complaint, LayerRule, Rule, SheetContent } from './rules.ts';
import { referencesOf } from './references.ts';
import { parseSelectorList, type SelectorContext } from './selectors/parse-selector.ts';
import { selectorHint } from './selectors/selector-hint.ts';
import { Combinator, ComplexSelector, Compound, SelectorList, TestKind } from './selectors/selector.ts';
import {
  type AtRule,
  type BlockItem,
  BlockParser,
  type DeclarationText,
  type QualifiedRule,
} from './syntax/block-parser.ts';
import type { SourceText } from './syntax/source-text.ts';
import { shorten } from './syntax/shorten.ts';
import { TokenList, TokenType } from './syntax/token-list.ts';
import { fixOf } from '../similar-names.ts';

const PAGE_DESCRIPTORS = new Set(['size', 'marks', 'bleed', 'page-orientation']);

const VENDOR_SELECTOR = /:-(?:moz|ms|o|khtml)-/;

/** Approximate memory of one style rule's selectors and declarations, in bytes. */
const BYTES_A_RULE = 1000;

/** Maximum depth of style sheets importing one another. */
const MAX_IMPORT_DEPTH = 16;

/** The inputs for parsing a sheet besides its text. None of them changes the meaning of the text. */
interface SheetContext {
  readonly budget: Budget;
  /** Returns an imported style sheet, or null when it is unavailable. */
  loadImport(url: string): SourceText | null;
}

/** Parses a style sheet. Never throws on account of the text, and the result depends on the text alone. */
export function parseStyleSheet(text: string, context: SheetContext, importDepth = 0): SheetContent {
  return new SheetParser(text, context, importDepth).parse();
}

/** Parses a style attribute (css-style-attr). Everything but declarations is ignored. */
export function parseStyleAttribute(
  text: string,
  budget: Budget,
): {
  readonly block: DeclarationBlock;
  readonly complaints: readonly Complaint[];
} {
  const complaints = new Complaints();
  const complain = (message: string, offset: number): void =>
    complaints.add('css/syntax', 'warning', `Ignored: ${message}.`, offset);
  const block = new DeclarationBlock(new BlockParser(new TokenList(text, budget), complain).parseDeclarations());
  return { block, complaints: complaints.list() };
}

/** The context of a rule: what encloses it. */
interface Surroundings {
  /** What `&` refers to; null outside style rules. */
  readonly parent: SelectorList | null;
  readonly implied: boolean;
  /** Whether declarations are allowed here: inside a style rule, or a conditional rule nested in one. */
  readonly inStyle: boolean;
}

const TOP_LEVEL: Surroundings = { parent: null, implied: false, inStyle: false };

class SheetParser {
  private readonly tokens: TokenList;
  private readonly complaints = new Complaints();
  private readonly context: SheetContext;
  private readonly importDepth: number;
  private readonly namespaces = new Map<string, string>();
  /** `@import` is allowed until the first rule of another kind, `@namespace` until the first rule that is neither. */
  private importsAllowed = true;
  private namespacesAllowed = true;
  /** The import statements by token index, including those whose sheets are unavailable. */
  private readonly imports = new Map<number, { url: string; end: number }>();
  private ruleCount = 0;
  private importedSize = 0;

  constructor(text: string, context: SheetContext, importDepth: number) {
    this.context = context;
    this.importDepth = importDepth;
    this.tokens = new TokenList(text, context.budget);
  }

  parse(): SheetContent {
    const items = new BlockParser(this.tokens, (message, offset) =>
      this.warn('css/syntax', `Ignored: ${message}.`, offset),
    ).parseStyleSheet();
    const rules = this.rules(items, TOP_LEVEL);
    const size = this.tokens.source.length + this.ruleCount * BYTES_A_RULE + this.importedSize;
    const references = referencesOf(this.tokens, this.imports);
    return { rules, complaints: this.complaints.list(), references, size };
  }

  /** Reports a problem. Rules written for another browser only (`vendor`) are a note instead of a warning. */
  private warn(
    code: DiagnosticCode,
    message: string,
    offset: number,
    vendor = false,
    hint: (() => Fix | null) | null = null,
  ): void {
    this.complaints.add(code, vendor ? 'info' : 'warning', message, offset, 1, hint);
  }

  private rules(items: readonly BlockItem[], around: Surroundings): Rule[] {
    const rules: Rule[] = [];
    let run: DeclarationText[] = [];
    const endRun = (): void => {
      if (run.length > 0 && around.inStyle && around.parent !== null)
        rules.push(this.nestedDeclarations(run, around.parent));
      run = [];
    };
    for (const item of items) {
      this.context.budget.tick();
      if (item.kind === 'declaration') {
        if (around.inStyle) run.push(item);
        else this.warn('css/syntax', `The declaration of ${item.name} is outside a rule. It was ignored.`, item.offset);
        continue;
      }
      endRun();
      if (item.kind === 'qualified') this.styleRule(item, around, rules);
      else this.atRule(item, around, rules);
    }
    endRun();
    return rules;
  }

  /** Keeps declarations between nested rules at their place in the order (css-nesting-1 §4.1). */
  private nestedDeclarations(run: DeclarationText[], parent: SelectorList): Rule {
    const block = new DeclarationBlock(run);
    return { kind: 'style', selectors: parent, block, offset: run[0]!.offset, selectorText: '&' };
  }

  private styleRule(item: QualifiedRule, around: Surroundings, into: Rule[]): void {
    this.ruleCount++;
    const selectors = parseSelectorList(this.tokens, item.from, item.to, this.selectorContext(around));
    const selectorText = this.tokens.textBetween(item.from, item.to);
    if (selectors === null) {
      this.warn(
        'css/invalid-selector',
        `Invalid or unknown selector: ${shorten(selectorText)}. The rule was ignored.`,
        item.offset,
        VENDOR_SELECTOR.test(selectorText),
        () => selectorHint(selectorText),
      );
      return;
    }
    this.importsAllowed = this.namespacesAllowed = false;
    const first: DeclarationText[] = [];
    let rest = 0;
    while (rest < item.contents.length && item.contents[rest]!.kind === 'declaration')
      first.push(item.contents[rest++] as DeclarationText);
    if (first.length > 0) {
      into.push({
        kind: 'style',
        selectors,
        block: new DeclarationBlock(first),
        offset: item.offset,
        selectorText,
      });
    }
    if (rest === item.contents.length) return;
    for (const rule of this.rules(item.contents.slice(rest), { parent: selectors, implied: true, inStyle: true }))
      into.push(rule);
  }

  private selectorContext({ parent, implied }: Surroundings): SelectorContext {
    return { namespaces: this.namespaces, parent, implied, strict: false };
  }

  private atRule(item: AtRule, around: Surroundings, into: Rule[]): void {
    const prelude = this.tokens.textBetween(item.from, item.to);
    if (item.name === 'charset') return;
    if (item.name === 'import') return this.importRule(item, around, into);
    if (item.name === 'namespace') return this.namespaceRule(item);
    if (item.contents === null) {
      if (item.name === 'layer') this.layerNames(item, prelude, into);
      else this.warn('css/unknown-at-rule', `@${item.name} was ignored: it has no block.`, item.offset);
      return;
    }
    // Unknown at-rules don't end the import section, nor do statements: those are layer names or invalid.
    if (KNOWN_AT_RULES.has(item.name)) this.importsAllowed = this.namespacesAllowed = false;
    this.blockAtRule(item, item.contents, prelude, around, into);
  }

  private blockAtRule(
    item: AtRule,
    contents: readonly BlockItem[],
    prelude: string,
    around: Surroundings,
    into: Rule[],
  ): void {
    switch (item.name) {
      case 'media':
        into.push({ kind: 'media', query: this.mediaQuery(item, prelude), rules: this.rules(contents, around) });
        return;
      case 'supports':
        if (evaluateSupports(prelude, this.namespaces))
          for (const rule of this.rules(contents, around)) into.push(rule);
        return;
      case 'container':
        into.push({ kind: 'container', queries: parseContainerPrelude(prelude), rules: this.rules(contents, around) });
        return;
      case 'layer':
        this.layerBlock(item, contents, prelude, around, into);
        return;
      case 'scope':
        this.scopeRule(item, contents, around, into);
        return;
      case 'page':
        this.pageRule(item, contents, into);
        return;
      case 'font-face':
      case 'counter-style':
      case 'property':
      case 'function':
      case 'position-try':
      case 'font-palette-values':
      case 'font-feature-values':
        this.definition(item.name, item.offset, contents, prelude, into);
        return;
      case 'starting-style':
      case 'keyframes':
      case '-webkit-keyframes':
      case '-moz-keyframes':
      case '-o-keyframes':
      case 'view-transition':
        // Animations and their starting styles have no effect on paper.
        return;
      default:
        this.warn(
          'css/unknown-at-rule',
          `Unknown at-rule: @${item.name} was ignored.`,
          item.offset,
          item.name.startsWith('-'),
          () => fixOf(item.name, KNOWN_AT_RULES, '@'),
        );
    }
  }

  private mediaQuery(item: AtRule, prelude: string): MediaQueryList {
    const query = parseMediaQueryList(prelude);
    const problem = mediaProblem(query, prelude);
    if (problem !== null) this.warnAboutMedia(problem, item.offset);
    return query;
  }

  private warnAboutMedia({ message, vendor, fix }: MediaProblem, offset: number): void {
    this.warn('css/media-query', message, offset, vendor, () => fix);
  }

  private definition(
    name: DefinitionName,
    offset: number,
    contents: readonly BlockItem[],
    prelude: string,
    into: Rule[],
  ): void {
    const textOf = ({ from, to }: { from: number; to: number }): string => this.tokens.textBetween(from, to);
    const rule = parseDefinition(name, offset, contents, prelude, textOf);
    if ('code' in rule) this.warn(rule.code, rule.message, offset);
    else into.push(rule);
  }

  private layerNames(item: AtRule, prelude: string, into: Rule[]): void {
    const names = prelude.split(',').map((part) => parseLayerName(part));
    if (names.every((name) => name !== null)) into.push({ kind: 'layer-names', names });
    else this.warn('css/layer', `Invalid layer name: @layer ${shorten(prelude)} was ignored.`, item.offset);
  }

  private layerBlock(
    item: AtRule,
    contents: readonly BlockItem[],
    prelude: string,
    around: Surroundings,
    into: Rule[],
  ): void {
    const name: LayerRule['name'] = prelude === '' ? null : parseLayerName(prelude);
    if (name === null && prelude !== '') {
      this.warn('css/layer', `Invalid layer name: @layer ${shorten(prelude)} was ignored.`, item.offset);
      return;
    }
    into.push({ kind: 'layer', name, rules: this.rules(contents, around) });
  }

  /** Parses `@scope (start) to (end)` (css-cascade-6 §2.5). */
  private scopeRule(item: AtRule, contents: readonly BlockItem[], around: Surroundings, into: Rule[]): void {
    const { tokens } = this;
    const isInvalid = (part: string): void =>
      this.warn('css/invalid-selector', `The ${part} of an @scope rule is invalid. The rule was ignored.`, item.offset);
    let at = tokens.skipSpace(item.from);
    let start: SelectorList | null = null;
    let end: SelectorList | null = null;
    if (at < item.to && tokens.types[at] === TokenType.LeftParenthesis) {
      start = parseSelectorList(tokens, at + 1, tokens.partners[at]!, this.selectorContext(around));
      if (start === null) return isInvalid('scope start');
      at = tokens.skipSpace(tokens.after(at));
    }
    const root = scopeSelector();
    if (at < item.to && tokens.types[at] === TokenType.Ident && tokens.name(at).toLowerCase() === 'to') {
      at = tokens.skipSpace(at + 1);
      const context = this.selectorContext({ parent: root, implied: false, inStyle: false });
      end =
        tokens.types[at] === TokenType.LeftParenthesis
          ? parseSelectorList(tokens, at + 1, tokens.partners[at]!, context)
          : null;
      if (end === null) return isInvalid('scope end');
      at = tokens.skipSpace(tokens.after(at));
    }
    if (at < item.to) return isInvalid('prelude');
    const rules = this.rules(contents, { parent: root, implied: false, inStyle: true });
    into.push({ kind: 'scope', start, end, rules });
  }

  private pageRule(item: AtRule, contents: readonly BlockItem[], into: Rule[]): void {
    const selectors = parsePageSelectors(this.tokens, item.from, item.to);
    if (selectors === null) {
      this.warn(
        'css/invalid-selector',
        'The selector of an @page rule is invalid. The rule was ignored. Use a page name, :first, :left, :right, :blank or :nth().',
        item.offset,
      );
      return;
    }
    const marginBoxes: { name: string; block: DeclarationBlock }[] = [];
    for (const inner of contents) {
      if (inner.kind !== 'at' || inner.contents === null) continue;
      if (PAGE_BOX_NAMES.has(inner.name)) {
        const area = this.footnoteAreaName(inner);
        if (area !== null)
          marginBoxes.push({
            name: pageBoxKey(inner.name, area),
            block: new DeclarationBlock(declarationsOf(inner.contents)),
          });
      } else {
        this.warn(
          'css/unknown-at-rule',
          `Unknown page-margin box: @${inner.name} was ignored.`,
          inner.offset,
          false,
          () => fixOf(inner.name, PAGE_BOX_NAMES, '@'),
        );
      }
    }
    const declarations = declarationsOf(contents);
    const descriptors = declarations.filter((d) => PAGE_DESCRIPTORS.has(d.name) && this.isPageDescriptor(d));
    const block = new DeclarationBlock(declarations.filter((d) => !PAGE_DESCRIPTORS.has(d.name)));
    into.push({ kind: 'page', selectors, block, descriptors, marginBoxes, offset: item.offset });
  }

  /** Returns the name of a footnote area; '' for one without a name, and null with a complaint for an invalid name. */
  private footnoteAreaName({ name, from, to, offset }: AtRule): string | null {
    const { tokens } = this;
    const at = tokens.skipSpace(from);
    if (at >= to) return '';
    if (name === 'footnote' && tokens.types[at] === TokenType.Ident && tokens.skipSpace(at + 1) >= to)
      return tokens.name(at);
    const what = name === 'footnote' ? 'more than one name' : 'a name';
    this.warn('css/invalid-selector', `An @${name} rule was ignored because it has ${what} before its block.`, offset);
    return null;
  }

  private isPageDescriptor({ name, value, offset }: DeclarationText): boolean {
    if (isPageDescriptor(name, value)) return true;
    this.warn('css/invalid-value', invalidValue(name, value), offset);
    return false;
  }

  private importRule(item: AtRule, around: Surroundings, into: Rule[]): void {
    const isFirst = this.importsAllowed && around === TOP_LEVEL;
    const url = isFirst ? importUrl(this.tokens, this.tokens.skipSpace(item.from)) : null;
    if (url !== null) this.imports.set(item.from - 1, { url, end: item.to });
    if (!isFirst || item.contents !== null) {
      this.warn('css/import', 'An @import rule was ignored: it must precede all other rules.', item.offset);
      return;
    }
    const prelude = parseImportPrelude(this.tokens, item.from, item.to, this.namespaces);
    if (prelude === null || !prelude.supported) return;
    const problem = mediaProblem(prelude.media, prelude.mediaText);
    if (problem !== null) this.warnAboutMedia(problem, item.offset);
    const source = this.importDepth < MAX_IMPORT_DEPTH ? this.context.loadImport(prelude.url) : null;
    // A sheet that can't be loaded is reported with the document's other references.
    if (source === null) {
      if (/^data:/i.test(prelude.url.trim()))
        this.warn(
          'css/import',
          `The style sheet ${shorten(prelude.url)} was ignored: it is not CSS, or imports are nested too deeply.`,
          item.offset,
        );
      return;
    }
    const content = parseStyleSheet(source.text, this.context, this.importDepth + 1);
    this.complaints.adopt(content.complaints, source);
    this.importedSize += content.size;
    into.push({ kind: 'import', content, source, media: prelude.media, layer: prelude.layer });
  }

  private namespaceRule(item: AtRule): void {
    const { tokens } = this;
    if (!this.namespacesAllowed || item.contents !== null) {
      this.warn('css/namespace', 'An @namespace rule was ignored: it must precede style rules.', item.offset);
      return;
    }
    this.importsAllowed = false;
    let at = tokens.skipSpace(item.from);
    let prefix = '';
    if (tokens.types[at] === TokenType.Ident) {
      prefix = tokens.name(at);
      at = tokens.skipSpace(at + 1);
    }
    let url: string | null = null;
    if (tokens.types[at] === TokenType.String || tokens.types[at] === TokenType.Url) url = tokens.stringValue(at);
    else if (tokens.types[at] === TokenType.Function && tokens.name(at).toLowerCase() === 'url') {
      const inner = tokens.skipSpace(at + 1);
      if (tokens.types[inner] === TokenType.String) url = tokens.stringValue(inner);
    }
    if (url === null || at >= item.to || tokens.skipSpace(tokens.after(at)) < item.to) {
      this.warn('css/namespace', 'Invalid @namespace rule. It was ignored.', item.offset);
      return;
    }
    this.namespaces.set(prefix, url);
  }
}

/** Returns `:where(:scope)`, the meaning of `&` directly inside `@scope`. */
function scopeSelector(): SelectorList {
  const compound = new Compound();
  compound.addTest({ kind: TestKind.Scope, ofType: false });
  compound.combinator = Combinator.None;
  return new SelectorList([new ComplexSelector([compound], 0, null)]);
}

/** Splits `a.b` into its parts. Returns null when it is invalid. */
function parseLayerName(text: string): readonly string[] | null {
  const tokens = new TokenList(text.trim());
  const parts: string[] = [];
  for (let i = 0; i < tokens.length; i += 2) {
    if (tokens.types[i] !== TokenType.Ident) return null;
    if (i + 1 < tokens.length && !tokens.isDelim(i + 1, '.')) return null;
    parts.push(tokens.name(i));
  }
  return parts.length > 0 && tokens.length % 2 === 1 ? parts : null;
}
