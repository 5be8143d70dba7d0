/** Calls the receiver of a webhook. A name may lead anywhere, so the address that it leads to is checked, too. */
import { type LookupAddress, promises as dns } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Returns all addresses of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

export interface ReceiverCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Whether the name may lead to addresses of private networks. */
  readonly mayBePrivate: boolean;
  /** Default: the system's resolver. */
  readonly resolve?: Resolve;
}

/** Addresses that aren't on the public internet (IANA's special-purpose registries). IPv4 rules also match mapped ones. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4');
// Gateways translate addresses of the last five networks, which contain IPv4 addresses.
for (const [network, prefix] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 32],
  ['2001::', 32],
  ['2002::', 16],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6');

/** Returns whether an address belongs to this machine or to a private network. */
export const isPrivate = (address: string): boolean => PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const ofSystem: Resolve = (name) => dns.lookup(name, { all: true });

/** Returns whether an origin names this machine or an address, so that the operator knows where it leads. */
function isExplicit(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || /(^|\.)localhost$/.test(hostname);
}

/**
 * Sends a POST request and returns the status of the response, whose body isn't read. Redirects aren't followed.
 * @throws Error if the request fails, or if the name leads only to private addresses
 */
export function postTo(url: string, call: ReceiverCall): Promise<number> {
  const { protocol, hostname } = new URL(url);
  const { headers, body, signal, mayBePrivate, resolve: addressesOf = ofSystem } = call;
  // The connection uses the addresses that were checked, so a name can't change its meaning in between.
  const lookup: LookupFunction = (name, { all }, answer) => {
    addressesOf(name).then(
      (found) => {
        const allowed = mayBePrivate || isExplicit(hostname) ? found : found.filter((one) => !isPrivate(one.address));
        const [first] = allowed;
        if (first === undefined) answer(new Error(onlyPrivate(name)), []);
        else if (all) answer(null, [...allowed]);
        else answer(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => answer(error, []),
    );
  };
  return new Promise((resolve, reject) => {
    const request = (protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A kept connection would skip the check.
      agent: false,
      lookup,
      signal,
    });
    request.on('response', (response) => {
      response.on('error', () => undefined);
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.on('error', reject);
    request.end(body);
  });
}

const onlyPrivate = (name: string): string =>
  `${name} resolves to a private address. Set PAGEWRIGHT_WEBHOOK_PRIVATE_ADDRESSES=1 to allow that.`;
