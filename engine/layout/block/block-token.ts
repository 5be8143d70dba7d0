/** What only block containers keep in their break tokens. */
import { TokenData } from '../break-token.ts';

export class BlockTokenData extends TokenData {
  /** The outside marker still waits for a first line. */
  readonly markerPending: boolean;

  constructor(markerPending: boolean) {
    super();
    this.markerPending = markerPending;
  }

  equals(other: TokenData): boolean {
    return other instanceof BlockTokenData && this.markerPending === other.markerPending;
  }
}
