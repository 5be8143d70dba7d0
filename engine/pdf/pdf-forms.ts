/**
 * Interactive forms (ISO 32000-1 §12.7): turns the document's controls into fields. Fields show the drawn control until
 * they are filled in.
 */
import { addTo } from '../grouped.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { FieldLook, Matrix } from '../paint/display-list.ts';
import type { Profile } from '../profile.ts';
import type { ButtonAction, FieldContent, FormField } from '../semantics/form-fields.ts';
import { transformBounds } from './bounds.ts';
import { ContentStream } from './content-stream.ts';
import type { PdfFile } from './pdf-file.ts';
import { FieldFlag, fieldEntries, MARKS, stateNames } from './field-entries.ts';
import type { PdfFonts } from './pdf-fonts.ts';
import { IDENTITY } from './pdf-gradients.ts';
import { type PdfDictionary, type PdfRef, type PdfValue, textString } from './pdf-values.ts';

/** A field's occurrence on a page. */
interface Widget {
  readonly field: FormField;
  readonly ref: PdfRef;
  /** The appearances of the checked and unchecked states; null if the field can't be checked. */
  readonly states: { readonly on: PdfRef; readonly off: PdfRef } | null;
  /** Entries for the typed-in text. */
  readonly text: PdfDictionary;
  readonly order: number;
}

const PRINTED = 4;
/** The only state of a button that can't be toggled. */
const BUTTON_STATE = 'Up';
/** The font in which readers redraw check marks and radio buttons. Every reader has it built in. */
const DINGBATS: PdfDictionary = { Type: 'Font', Subtype: 'Type1', BaseFont: 'ZapfDingbats' };
const ALIGNMENT = { left: 0, center: 1, right: 2 } as const;

export class PdfForms {
  private readonly file: PdfFile;
  private readonly fonts: PdfFonts;
  private readonly isArchive: boolean;
  /** Whether annotations need Contents, which take precedence over the field's TU (ISO 14289-2 §8.10.2.3). */
  private readonly saysContents: boolean;
  private readonly diagnostics: Diagnostics;
  private readonly widgets = new Map<string, Widget[]>();
  /** The widgets of the current page and of unfinished pages. */
  private readonly byPage = new Map<PdfRef, Widget[]>();
  private readonly fontNames = new Map<string, PdfRef>();
  private hasSignatures = false;
  private hasMarks = false;
  /** Whether the file has no profile and may use fonts that aren't embedded. */
  private readonly isFree: boolean;

  constructor(file: PdfFile, fonts: PdfFonts, profile: Profile | null, diagnostics: Diagnostics) {
    this.file = file;
    this.fonts = fonts;
    this.isFree = profile === null;
    this.isArchive = (profile?.archive ?? null) !== null;
    this.saysContents = profile?.accessible === 2;
    this.diagnostics = diagnostics;
  }

  /**
   * Adds a control to a page and returns its annotation, which `finish` ends. `toPage` maps the control's coordinates
   * to points. `draw` draws the control in its own coordinates, either in its current state or checked. The page itself
   * already shows the unchecked state.
   */
  add(
    page: PdfRef,
    field: FormField,
    look: FieldLook,
    toPage: Matrix,
    draw: (isChecked: boolean | null) => ContentStream,
  ): PdfRef {
    const { content } = field;
    const appearance = (isChecked: boolean | null): PdfRef =>
      this.appearance(draw(isChecked), toPage, content.type === 'text' || content.type === 'choice');
    const isChecked = 'isChecked' in content;
    const bounds = { x0: look.x, y0: look.y, x1: look.x + look.width, y1: look.y + look.height };
    const nothing = (): PdfRef => this.appearance(new ContentStream(IDENTITY, bounds), toPage, false);
    const states = isChecked ? { on: appearance(true), off: nothing() } : null;
    const { x0, y0, x1, y1 } = transformBounds(bounds, toPage);
    const ref = this.file.ref({
      Type: 'Annot',
      Subtype: 'Widget',
      Rect: [x0, y0, x1, y1],
      F: PRINTED,
      P: page,
      BS: { W: 0, S: 'S' },
      ...(this.saysContents ? { Contents: textString(field.label) } : {}),
      ...(states === null ? this.lookOf(content.type, appearance(null)) : {}),
    });
    const text = isChecked ? {} : this.textEntries(look, toPage);
    const widget = { field, ref, states, text, order: look.structure };
    addTo(this.widgets, field.path.join('.'), widget);
    addTo(this.byPage, page, widget);
    this.hasMarks ||= isChecked;
    this.hasSignatures ||= content.type === 'signature';
    return ref;
  }

  /** Returns the appearance entries. PDF/A requires states for buttons of every kind (ISO 19005-2 §6.3.3). */
  private lookOf(type: FieldContent['type'], appearance: PdfRef): PdfDictionary {
    if (!this.isArchive || type !== 'button') return { AP: { N: appearance } };
    return { AP: { N: { [BUTTON_STATE]: appearance } }, AS: BUTTON_STATE };
  }

  private appearance(stream: ContentStream, toPage: Matrix, isVariable: boolean): PdfRef {
    const { x0, y0, x1, y1 } = stream.bounds;
    const data: PdfDictionary = {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [x0, y0, x1, y1],
      Matrix: [...toPage],
      Resources: stream.resources(),
    };
    const drawn = stream.out.view();
    if (!isVariable) return this.file.stream(data, drawn);
    // Readers replace this marked content with the typed-in text (§12.7.3.3).
    const [head, tail] = ['/Tx BMC\nq\n', 'Q\nEMC\n'].map((text) => new TextEncoder().encode(text));
    const bytes = new Uint8Array(head!.length + drawn.length + tail!.length);
    bytes.set(head!);
    bytes.set(drawn, head!.length);
    bytes.set(tail!, head!.length + drawn.length);
    return this.file.stream(data, bytes);
  }

  /** Returns the entries that tell readers how to set typed-in text. */
  private textEntries(look: FieldLook, toPage: Matrix): PdfDictionary {
    const { name, ref } = this.fonts.fieldFont(look.face);
    this.fontNames.set(name, ref);
    const { r, g, b } = look.color;
    const scale = Math.sqrt(Math.abs(toPage[0] * toPage[3] - toPage[1] * toPage[2]));
    const numbers = [r, g, b].map((part) => Math.round(part * 1e4) / 1e4);
    const size = Math.round(look.fontSize * scale * 100) / 100;
    return { DA: textString(`/${name} ${size} Tf ${numbers.join(' ')} rg`), Q: ALIGNMENT[look.align] };
  }

  /**
   * Sorts the page's annotations, because readers tab through fields in that order. Fields with a `tabindex` come
   * first, then the others in document order.
   */
  endPage(page: PdfRef): void {
    const widgets = this.byPage.get(page);
    if (widgets === undefined) return;
    this.byPage.delete(page);
    const mine = new Set(widgets.map(({ ref }) => ref));
    const tab = ({ field }: Widget): number => field.tabIndex || Infinity;
    widgets.sort((a, b) => (tab(a) === tab(b) ? a.order - b.order : tab(a) - tab(b)));
    let next = 0;
    const annotations = page.data.Annots as PdfRef[];
    page.data.Annots = annotations.map((ref) => (mine.has(ref) ? widgets[next++]!.ref : ref));
  }

  /** Writes the fields, if there are any. */
  finish(): void {
    if (this.widgets.size === 0) return;
    const tree = new FieldTree(this.file);
    const groups = [...this.widgets.values()].sort(([a], [b]) => a!.order - b!.order);
    for (const group of groups) this.writeField(group, tree);
    const fonts: PdfDictionary = Object.fromEntries(this.fontNames);
    const form: PdfDictionary = { Fields: tree.finish() };
    const [name] = this.fontNames.keys();
    if (this.hasMarks && this.isFree) fonts.ZaDb = this.file.object(DINGBATS);
    if (this.fontNames.size + (fonts.ZaDb ? 1 : 0) > 0) form.DR = { Font: fonts };
    if (name !== undefined) form.DA = textString(`/${name} 0 Tf 0 g`);
    if (this.hasSignatures) form.SigFlags = 0;
    this.file.setCatalog('AcroForm', this.file.object(form));
  }

  private writeField(group: readonly Widget[], tree: FieldTree): void {
    const { field, text, ref } = group[0]!;
    const isGroup = field.content.type === 'radio';
    const states = stateNames(group.map((widget) => widget.field));
    const entries = {
      ...fieldEntries(
        field,
        group.map((widget) => widget.field),
        states,
      ),
      ...text,
    };
    const owner = isGroup ? this.file.ref({}) : ref;
    Object.assign(owner.data, entries);
    tree.add(field.path, owner);
    group.forEach((widget, i) => {
      const { data } = widget.ref;
      if (widget.states !== null) {
        const name = states.names[i]!;
        data.AP = { N: { [name]: widget.states.on, Off: widget.states.off } };
        data.AS = 'isChecked' in widget.field.content && widget.field.content.isChecked ? name : 'Off';
      }
      if (widget.field.content.type === 'button') this.action(data, widget.field.content.action);
      if (isGroup) {
        data.Parent = owner;
        data.TU = textString(widget.field.label);
        data.MK = { CA: textString(MARKS.radio) };
      }
      widget.ref.end();
    });
    if (!isGroup) return;
    owner.data.Kids = group.map((widget) => widget.ref);
    owner.end();
  }

  private action(data: PdfDictionary, action: ButtonAction): void {
    if (action === null) return;
    if (this.isArchive) {
      this.diagnostics.warn('pdf/form-action', 'Buttons have no action: PDF/A forbids actions.');
      return;
    }
    if (action.type === 'reset') data.A = { S: 'ResetForm' };
    else data.A = { S: 'SubmitForm', F: { FS: 'URL', F: textString(action.url) }, Flags: FieldFlag.SubmitAsForm };
  }
}

/** The field hierarchy, which follows the dotted parts of the field names. */
class FieldTree {
  private readonly file: PdfFile;
  private readonly roots: PdfRef[] = [];
  private readonly inner = new Map<string, { readonly ref: PdfRef; readonly kids: PdfRef[] }>();

  constructor(file: PdfFile) {
    this.file = file;
  }

  add(path: readonly string[], field: PdfRef): void {
    field.data.T = textString(path[path.length - 1]!);
    let kids = this.roots;
    for (let i = 1; i < path.length; i++) {
      const name = path.slice(0, i).join('.');
      let node = this.inner.get(name);
      if (node === undefined) {
        node = { ref: this.file.ref({ T: textString(path[i - 1]!) }), kids: [] };
        this.inner.set(name, node);
        if (i > 1) node.ref.data.Parent = this.inner.get(path.slice(0, i - 1).join('.'))!.ref;
        kids.push(node.ref);
      }
      field.data.Parent = node.ref;
      kids = node.kids;
    }
    kids.push(field);
  }

  /** Ends the inner nodes and returns the top-level fields. */
  finish(): PdfValue[] {
    for (const { ref, kids } of this.inner.values()) {
      ref.data.Kids = kids;
      ref.end();
    }
    return this.roots;
  }
}
