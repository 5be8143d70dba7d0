/** The viewport of a styler: the page area of the first page, in CSS px. Counts how often a style has depended on it. */
export class Viewport {
  /** The number of times that a size has been read. */
  reads = 0;
  private size: { readonly width: number; readonly height: number };

  constructor(width: number, height: number) {
    this.size = { width, height };
  }

  get width(): number {
    this.reads++;
    return this.size.width;
  }

  get height(): number {
    this.reads++;
    return this.size.height;
  }

  /** Changes the size unless something has depended on it. Returns whether it did. */
  resize(width: number, height: number): boolean {
    if (this.reads > 0) return false;
    this.size = { width, height };
    return true;
  }
}
