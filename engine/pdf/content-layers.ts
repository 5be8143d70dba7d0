/** Optional content (ISO 32000-1 §8.11): layers that readers list and can show or hide. */
import type { ContentLayer } from '../css/computed-values.ts';
import type { PdfFile } from './pdf-file.ts';
import { type PdfDictionary, type PdfRef, textString } from './pdf-values.ts';

interface LayerGroup {
  /** The resource name. */
  readonly name: string;
  readonly ref: PdfRef;
}

export class ContentLayers {
  private readonly file: PdfFile;
  private readonly groups = new Map<string, LayerGroup>();
  private readonly hidden: PdfRef[] = [];
  private readonly byMedium: PdfRef[] = [];
  private readonly open: LayerGroup[] = [];

  constructor(file: PdfFile) {
    this.file = file;
  }

  /** Opens a layer and returns its group. Layers with the same name share a group. */
  begin({ name, medium, isHidden }: ContentLayer): LayerGroup {
    let group = this.groups.get(name);
    if (group === undefined) {
      const data: PdfDictionary = { Type: 'OCG', Name: textString(name) };
      if (medium !== null) {
        const state = (shows: boolean): string => (shows ? 'ON' : 'OFF');
        data.Usage = {
          View: { ViewState: state(medium === 'screen' && !isHidden) },
          Print: { PrintState: state(medium === 'print' && !isHidden) },
        };
      }
      group = { name: `L${this.groups.size + 1}`, ref: this.file.object(data) };
      this.groups.set(name, group);
      if (isHidden || medium === 'print') this.hidden.push(group.ref);
      if (medium !== null) this.byMedium.push(group.ref);
    }
    this.open.push(group);
    return group;
  }

  end(): void {
    this.open.pop();
  }

  /** The innermost open layer, or null. */
  get current(): PdfRef | null {
    return this.open[this.open.length - 1]?.ref ?? null;
  }

  /** Returns the catalog's OCProperties, or null if there are no layers. */
  properties(): PdfDictionary | null {
    if (this.groups.size === 0) return null;
    const all = [...this.groups.values()].map(({ ref }) => ref);
    const events = ['View', 'Print'].map((event) => ({ Event: event, Category: [event], OCGs: [...this.byMedium] }));
    return {
      OCGs: all,
      D: {
        Name: textString('Layers'),
        Order: [...all],
        OFF: this.hidden,
        ...(this.byMedium.length === 0 ? {} : { AS: events }),
      },
    };
  }
}
