/** The source editor: CodeMirror with inline diagnostics. */
import { autocompletion, closeBrackets, completionKeymap, type CompletionSource } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import { cssCompletionSource, cssLanguage } from '@codemirror/lang-css';
import { autoCloseTags, htmlCompletionSource, htmlLanguage } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  ensureSyntaxTree,
  HighlightStyle,
  indentOnInput,
  LanguageSupport,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic as Lint, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { completeCss } from './completions.ts';
import { type Formattable, formatted } from './format.ts';
import type { SourcePlace } from './page-view.ts';
import type { Problem } from './problem-list.ts';

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], color: 'var(--code-tag)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--code-name)' },
  { tag: [tags.string, tags.attributeValue, tags.number, tags.color], color: 'var(--code-value)' },
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
]);

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '14px', color: 'inherit' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', lineHeight: '1.5' },
  '.cm-gutters': { background: 'var(--soft)', color: 'var(--faint)', borderColor: 'var(--line)' },
  '.cm-activeLine': { background: 'var(--active)' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '.cm-cursor': { borderLeftColor: 'currentColor' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--selection) !important',
  },
  '.cm-tooltip': {
    background: 'var(--paper)',
    color: 'inherit',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    overflow: 'hidden',
    boxShadow: '0 4px 16px #0003',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'ui-monospace, monospace' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 12px', lineHeight: '1.4' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--selection)', color: 'inherit' },
  '.cm-panels': { background: 'var(--soft)', color: 'inherit' },
});

/** The engine's properties come first; selectors and at-rules are CodeMirror's. One source avoids listing names twice. */
const cssSource: CompletionSource = (context) => completeCss(context) ?? cssCompletionSource(context);

/** The suggestions of a document, its style sheets included. */
const completing: Extension = [
  htmlLanguage.data.of({ autocomplete: htmlCompletionSource }),
  cssLanguage.data.of({ autocomplete: cssSource }),
];

/** The type of a text: its CodeMirror language, its accessible name, and an example that an empty editor shows. */
const LANGUAGES = {
  html: [() => new LanguageSupport(htmlLanguage, [autoCloseTags, completing]), 'HTML document', '<h1>Hello</h1>'],
  css: [() => new LanguageSupport(cssLanguage, completing), 'CSS for the document', 'h1 { color: teal }'],
  json: [json, 'Data as JSON', '{ "name": "Ada" }'],
} as const;

/** Limit on parsing the rest of a text, in milliseconds. */
const PARSE_MS = 200;

export interface SourceEditorParts {
  readonly host: HTMLElement;
  readonly language: keyof typeof LANGUAGES;
  readonly text: string;
  readonly onChange: () => void;
  /** Called when the cursor moves. `isCursor`: neither by typing nor by selecting text. */
  readonly onMove?: (place: SourcePlace, isCursor: boolean) => void;
  /** Selects the problems about this text. */
  readonly isOwn: (source: string | null) => boolean;
}

/**
 * Lets Tab leave the text after Escape, until another key or the pointer is used; Escape may also close suggestions.
 * There is no time limit (WCAG 2.2, 2.2.1).
 */
const leaving = EditorView.domEventObservers({
  keydown: ({ key }, view) => {
    if (key !== 'Tab' && key !== 'Shift') view.setTabFocusMode(key === 'Escape');
  },
  pointerdown: (_event, view) => view.setTabFocusMode(false),
});

export class SourceEditor {
  private readonly view: EditorView;
  private readonly isOwn: (source: string | null) => boolean;
  private readonly language: Formattable;

  constructor({ host, language, text, onChange, onMove, isOwn }: SourceEditorParts) {
    this.isOwn = isOwn;
    this.language = language;
    const [support, name, example] = LANGUAGES[language];
    // In a shadow root, CodeMirror uses adopted style sheets, which the page's content security policy allows.
    const root = host.attachShadow({ mode: 'open', delegatesFocus: true });
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          placeholder(example),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          // The icons need a font with mathematical letters.
          autocompletion({ icons: false }),
          highlightActiveLine(),
          highlightSelectionMatches(),
          lintGutter(),
          support(),
          syntaxHighlighting(colours),
          look,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            'aria-label': `${name}. To leave, press Escape, then Tab`,
            'aria-multiline': 'true',
            tabindex: '0',
          }),
          leaving,
          keymap.of([
            ...completionKeymap,
            ...defaultKeymap,
            ...historyKeymap,
            ...searchKeymap,
            ...lintKeymap,
            indentWithTab,
          ]),
          EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
            if (docChanged) onChange();
            if (!docChanged && !selectionSet) return;
            onMove?.(this.cursor, !docChanged && state.selection.main.empty);
          }),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      annotations: isolateHistory.of('full'),
    });
  }

  /** The position of the cursor. */
  get cursor(): SourcePlace {
    return this.place(this.view.state.selection.main.head);
  }

  /** Inserts text at the cursor. */
  insert(text: string): void {
    const { state } = this.view;
    const { main } = state.selection;
    const from = contentStart(state.doc.toString());
    // A cursor that was never moved is before the doctype, where an element would change how the document is read.
    if (main.empty && main.from < from)
      this.view.dispatch({ changes: { from, insert: `${text}\n` }, selection: { anchor: from + text.length } });
    else this.view.dispatch(state.replaceSelection(text));
    this.view.focus();
  }

  /** Formats the whole text, as one step that can be undone. @throws SyntaxError if it can't be parsed */
  async format(): Promise<void> {
    const before = this.text;
    const after = await formatted(before, this.language);
    // What was typed meanwhile isn't overwritten.
    if (after !== before && this.text === before) this.text = after;
  }

  /** Returns the position of the first syntax error, or null. */
  get mistake(): SourcePlace | null {
    const { state } = this.view;
    let at: number | null = null;
    ensureSyntaxTree(state, state.doc.length, PARSE_MS)?.iterate({
      enter: ({ type, from }) => {
        if (type.isError) at ??= from;
      },
    });
    return at === null ? null : this.place(at);
  }

  /** Applies a problem's fix. */
  fix({ line, column, fix }: Problem): void {
    if (fix === undefined || line === null) return;
    const from = this.text.indexOf(fix.replace, this.offset({ line, column: column ?? 1 }));
    if (from < 0) return;
    const to = from + fix.replace.length;
    this.view.dispatch({ changes: { from, to, insert: fix.by }, selection: { anchor: from + fix.by.length } });
  }

  /** Moves the cursor to a position and scrolls to it. */
  go(place: SourcePlace): void {
    this.view.dispatch({ selection: { anchor: this.offset(place) }, scrollIntoView: true });
    this.view.focus();
  }

  /** Marks the problems that have a position in the text. */
  showProblems(problems: readonly Problem[]): void {
    const placed = problems.filter(({ line, source }) => line !== null && this.isOwn(source));
    const lints = placed.map((problem): Lint => {
      const { line, column, severity, message, code, fix } = problem;
      const from = this.offset({ line: line ?? 1, column: column ?? 1 });
      const end = this.view.state.doc.lineAt(from).to;
      const actions = fix === undefined ? [] : [{ name: `Change to ${fix.by}`, apply: (): void => this.fix(problem) }];
      return {
        from,
        to: Math.min(end, from + 1),
        severity,
        message,
        ...(code === null ? {} : { source: code }),
        actions,
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, lints));
  }

  private place(offset: number): SourcePlace {
    const line = this.view.state.doc.lineAt(offset);
    return { line: line.number, column: offset - line.from + 1 };
  }

  private offset({ line, column }: SourcePlace): number {
    const { doc } = this.view.state;
    const { from, to } = doc.line(Math.max(1, Math.min(line, doc.lines)));
    return Math.min(to, from + column - 1);
  }
}

/** What may precede the content of a document: the doctype, the head and the start of the body. */
const BEFORE_CONTENT =
  /(?:\s+|<!--[^]*?-->|<!doctype[^>]*>|<\/?(?:html|head|body|meta|link|base)\b[^>]*>|<(title|style)\b[^]*?<\/\1>)/iy;

/** Returns the offset at which the content of a document starts. */
function contentStart(html: string): number {
  BEFORE_CONTENT.lastIndex = 0;
  let start = 0;
  while (BEFORE_CONTENT.test(html)) start = BEFORE_CONTENT.lastIndex;
  return start;
}
