declare module '@jsquash/webp/codec/dec/webp_dec.js';
declare module '@jsquash/avif/codec/dec/avif_dec.js';
declare module 'omggif' {
  export class GifReader {
    constructor(bytes: Uint8Array);
    readonly width: number;
    readonly height: number;
    numFrames(): number;
    frameInfo(frame: number): { readonly width: number; readonly height: number };
    decodeAndBlitFrameRGBA(frame: number, pixels: Uint8Array): void;
  }
}
