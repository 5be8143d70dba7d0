import { expect } from 'chai';
import {
  clientAddress,
  countedAddress,
  normaliseAddress,
  parseProxies,
  type Proxies,
} from '../../../server/accounts/client-address.ts';

const hops = (n: number): Proxies => ({ hops: n });

describe('client addresses', () => {
  it('never come from X-Forwarded-For without a trusted proxy', () => {
    expect(clientAddress('203.0.113.9', '1.2.3.4', hops(0))).to.equal('203.0.113.9');
  });

  it('come from the trusted number of hops, from the right', () => {
    expect(clientAddress('10.0.0.1', '6.6.6.6, 1.2.3.4', hops(1))).to.equal('1.2.3.4');
    expect(clientAddress('10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2', hops(2))).to.equal('1.2.3.4');
    expect(clientAddress('10.0.0.1', '1.2.3.4', hops(5))).to.equal('1.2.3.4');
  });

  it('skip proxies of the listed networks', () => {
    const proxies = parseProxies('10.0.0.0/8 fd00::/8')!;
    expect(clientAddress('10.0.0.1', '6.6.6.6, 1.2.3.4, fd00::1', proxies)).to.equal('1.2.3.4');
    expect(clientAddress('8.8.8.8', '1.2.3.4', proxies)).to.equal('8.8.8.8');
  });

  it('fall back to the last good address before a malformed entry', () => {
    expect(clientAddress('10.0.0.1', '1.2.3.4, nonsense, 10.0.0.2', hops(3))).to.equal('10.0.0.2');
    expect(clientAddress('10.0.0.1', '1.2.3.4:80', hops(1))).to.equal('10.0.0.1');
  });

  it('treat IPv4-mapped addresses as IPv4, and IPv6 per /64', () => {
    for (const mapped of ['::ffff:1.2.3.4', '::FFFF:102:304', '0:0:0:0:0:ffff:1.2.3.4', '::ffff:1.2.3.4%eth0'])
      expect(normaliseAddress(mapped), mapped).to.equal('1.2.3.4');
    expect(normaliseAddress('::1.2.3.4'), 'compatible, not mapped').to.equal('::1.2.3.4');
    expect(countedAddress('1.2.3.4')).to.equal('1.2.3.4');
    expect(countedAddress('2001:db8:1:2:3:4:5:6')).to.equal(countedAddress('2001:db8:1:2::1'));
    expect(countedAddress('2001:db8:1:2::1')).not.to.equal(countedAddress('2001:db8:1:3::1'));
    expect(countedAddress('::1')).to.equal('0:0:0:0::/64');
  });

  it('refuse settings that are neither a number nor networks', () => {
    for (const text of ['yes', '10.0.0.0/99', '', '-1']) expect(parseProxies(text), text).to.equal(null);
  });
});
