import { TokenData } from '../contract/break-token.ts';

export class BlockTokenData extends TokenData {
  /** Whether the outside marker still waits for a first line. */
  readonly markerPending: boolean;

  constructor(markerPending: boolean) {
    super();
    this.markerPending = markerPending;
  }

  equals(other: TokenData): boolean {
    return other instanceof BlockTokenData && this.markerPending === other.markerPending;
  }
}
