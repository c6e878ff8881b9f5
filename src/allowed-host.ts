/** What `--allow-net` takes: a host with or without a port, in the forms that the proxy compares without doubt. */
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

export interface AllowedHost {
  /** A name in small letters, `*.` and a name, an address, a network (`10.0.0.0/8`), or `localhost`. */
  host: string;
  ports: number[];
}

/** Opened when no port is given: https and http. */
export const DEFAULT_PORTS: readonly number[] = [443, 80];

const FORMS = 'a host such as `api.example.com`, `*.example.com:8443`, `10.0.0.7:8000` or `localhost:8000`';
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
/** What C libraries take for an address, or part of one. */
const NUMERIC_END = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/;

const expected = (hint: string): string => `${FORMS} (${hint})`;

/** The entry, or what was expected instead. */
export const parseAllowedHost = (text: string): AllowedHost | string => {
  if (/^[a-z]+:\/\//i.test(text)) return expected('without `https://` and without a path');
  if (text.includes('@')) return expected('without a user name');
  const split = splitPort(text);
  if (split === undefined) return expected('an IPv6 address with a port is written `[2001:db8::7]:8000`');
  const { host: written, port } = split;
  const ports = port === undefined ? [...DEFAULT_PORTS] : [Number(port)];
  if (ports.some((each) => !(each >= 1 && each <= 65_535)))
    return expected('a port is a number from 1 to 65535');
  const host = isAddress(written) ? written.toLowerCase() : hostName(written);
  if (host === undefined) return expected(reasonFor(written));
  return { host, ports };
};

/** `host`, `host:port`, `[v6]:port`, and an IPv6 address or network by itself. */
const splitPort = (text: string): { host: string; port: string | undefined } | undefined => {
  const [, bracketed, after] = /^\[([^\]]*)\](?::(\d{1,5}))?$/.exec(text) ?? [];
  if (bracketed !== undefined)
    return isIPv6(bracketed.split('/')[0] ?? '') ? { host: bracketed, port: after } : undefined;
  if ((text.match(/:/g)?.length ?? 0) > 1) {
    return isIPv6(text.split('/')[0] ?? '') ? { host: text, port: undefined } : undefined;
  }
  const [host = '', port] = text.split(':');
  return port !== undefined && !/^\d{1,5}$/.test(port) ? { host, port: '0' } : { host, port };
};

/** An address, or a network of them. IPv4 wrapped in IPv6 and zones are left out: they have a plainer form. */
const isAddress = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return false;
  if (isIPv6(address) && address.includes('.')) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128));
};

const hostName = (written: string): string | undefined => {
  const wildcard = written.startsWith('*.');
  const letters = (wildcard ? written.slice(2) : written).replace(/\.$/, '').toLowerCase();
  // Not for plain names: it reads them as URLs have them, `127.1` as an address and `a/b` as `a`.
  const name = /^[\x21-\x7e]*$/.test(letters) || /[/\\?#@%]/.test(letters) ? letters : domainToASCII(letters);
  if (name.length > 253 || !NAME.test(name) || NUMERIC_END.test(name)) return undefined;
  if (!wildcard) return name;
  return name.includes('.') ? `*.${name}` : undefined;
};

const reasonFor = (written: string): string => {
  if (written.includes('*')) return 'a `*` stands only at the beginning, before a name with a dot';
  if (written.includes('/')) return 'without a path; a network is written `10.0.0.0/8`';
  return 'that is neither a name nor an address';
};
