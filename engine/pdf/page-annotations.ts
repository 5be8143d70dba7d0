/** Adds the interactive parts of a page: links and form controls. */
import type { Diagnostics } from '../diagnostics.ts';
import { isAllowedUrl } from '../document/url.ts';
import type { Comment, FieldLook, LinkLabel, LinkTarget, Matrix } from '../paint/display-list.ts';
import type { FormField } from '../semantics/form-fields.ts';
import { type Bounds, boxOf } from './bounds.ts';
import type { ContentStream } from './content-stream.ts';
import type { PdfDocument } from './pdf-document.ts';
import type { PdfPage } from './pdf-file.ts';
import { ObjectReference } from './pdf-values.ts';

/** Adds a link to a page if its target and the profile permit it. The bounds are in the page's points. */
export function addLink(
  { file, diagnostics, navigation, contentLayers, profile, structure }: PdfDocument,
  page: PdfPage,
  { x0, y0, x1, y1 }: Bounds,
  target: LinkTarget,
  label: LinkLabel,
): void {
  // Links have no use on paper, and PDF/X restricts them.
  if (profile?.print) return;
  const isTagged = label.structure !== null && (structure?.has('Link', label.structure) ?? false);
  if (profile?.accessible && !isTagged) {
    const message = 'Links that are not read aloud, as in page margins, were removed: PDF/UA forbids them.';
    diagnostics.warn('pdf/untagged-link', message);
    return;
  }
  if (!leadsSomewhere(target, diagnostics)) return;
  const id = file.reserve();
  const parent = isTagged ? (structure?.annotation('Link', id, page.dictionary, label.structure ?? 0) ?? null) : null;
  navigation.link(id, [x0, y0, x1, y1], target, label.name, { parent, layer: contentLayers.current });
  page.annotate(new ObjectReference(id));
}

/** Adds a place of a comment to a page if the profile permits it. The bounds are in the page's points. */
export function addComment(
  { comments, diagnostics, contentLayers, profile, structure }: PdfDocument,
  page: PdfPage,
  place: Bounds,
  comment: Comment,
  box: number | null,
): void {
  // Comments have no use on paper, and PDF/X restricts them.
  if (profile?.print) return;
  if (profile?.accessible && (box === null || !structure?.isCommented(box))) {
    const message = 'Comments on text that is not read aloud, as in page margins, were removed: PDF/UA forbids them.';
    diagnostics.warn('pdf/untagged-comment', message);
    return;
  }
  comments.add(page, comment, place, box, contentLayers.current);
}

/** Returns whether a reader may open the target, and reports a target that it may not. */
export function leadsSomewhere(target: LinkTarget, diagnostics: Diagnostics): boolean {
  if (!('url' in target) || isAllowedUrl(target.url)) return true;
  diagnostics.warn(
    'pdf/link-scheme',
    `A link was removed: ${target.url.slice(0, 100)}. Links must use http, https, mailto or tel.`,
  );
  return false;
}

/** How a field is drawn. */
interface FieldDrawing {
  /** Maps the field's coordinates to the page's points. */
  readonly toPage: Matrix;
  /** Draws the field on the page. If `isChecked` is null, it has its state in the document. */
  readonly draw: (isChecked: boolean | null) => void;
  /** Closes the text object that is open on the page. */
  readonly endText: () => void;
  /** Draws the field into a separate stream. */
  readonly appearance: (bounds: Bounds, isChecked: boolean | null) => ContentStream;
}

/** Adds a fillable control to a page, or draws its current state if the file has no form. */
export function addField(
  { forms, structure, profile, diagnostics, contentLayers }: PdfDocument,
  page: PdfPage,
  field: FormField,
  look: FieldLook,
  { toPage, draw, endText, appearance }: FieldDrawing,
): void {
  if (forms === null) return draw(null);
  const isTagged = structure?.has('Form', look.structure) ?? false;
  if (profile?.accessible && !isTagged) {
    const message = 'Controls that are not read aloud cannot be filled in: PDF/UA forbids such fields.';
    diagnostics.warn('pdf/untagged-field', message);
    return draw(null);
  }
  if ('isChecked' in field.content) {
    structure?.beginArtifact('layout');
    draw(false);
    structure?.end();
  }
  endText();
  const widget = forms.add(page.dictionary, field, look, toPage, (isChecked) => appearance(boxOf(look), isChecked));
  const { current } = contentLayers;
  if (current !== null) widget.data.OC = current;
  if (isTagged)
    widget.data.StructParent = structure?.annotation('Form', widget.id, page.dictionary, look.structure) ?? undefined;
  page.annotate(widget);
}
