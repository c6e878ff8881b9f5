import { describe, expect, it } from 'vitest';
import { parseAllowedHost } from '../src/allowed-host.ts';

describe('an allowed host', () => {
  it.each([
    ['api.example.com', 'api.example.com', [443, 80]],
    ['API.Example.com.', 'api.example.com', [443, 80]],
    ['api.example.com:8443', 'api.example.com', [8443]],
    ['*.example.com', '*.example.com', [443, 80]],
    ['*.Example.com:1', '*.example.com', [1]],
    ['localhost:8000', 'localhost', [8000]],
    ['judge', 'judge', [443, 80]],
    ['10.0.0.7:65535', '10.0.0.7', [65_535]],
    ['10.0.0.0/8', '10.0.0.0/8', [443, 80]],
    ['10.0.0.0/8:8000', '10.0.0.0/8', [8000]],
    ['2001:DB8::7', '2001:db8::7', [443, 80]],
    ['[2001:db8::7]:8000', '2001:db8::7', [8000]],
    ['[fd00::/8]:8000', 'fd00::/8', [8000]],
    ['fd00::/8', 'fd00::/8', [443, 80]],
    ['münchen.example', 'xn--mnchen-3ya.example', [443, 80]],
  ])('%s', (text, host, ports) => {
    expect(parseAllowedHost(text)).toEqual({ host, ports });
  });

  it.each([
    ['https://api.example.com', 'without `https://`'],
    ['http://api.example.com/v1', 'without `https://`'],
    ['api.example.com/v1', 'without a path'],
    ['user@api.example.com', 'without a user name'],
    ['api.example.com:0', 'a number from 1 to 65535'],
    ['api.example.com:65536', 'a number from 1 to 65535'],
    ['api.example.com:', 'a number from 1 to 65535'],
    ['api.example.com:https', 'a number from 1 to 65535'],
    ['*', 'only at the beginning'],
    ['*.com', 'only at the beginning'],
    ['api.*.com', 'only at the beginning'],
    ['*api.example.com', 'only at the beginning'],
    ['', 'neither a name nor an address'],
    ['api example.com', 'neither a name nor an address'],
    ['api..example.com', 'neither a name nor an address'],
    ['-a.example.com', 'neither a name nor an address'],
    ['127.1', 'neither a name nor an address'],
    ['0x7f000001', 'neither a name nor an address'],
    ['010.0.0.1', 'neither a name nor an address'],
    ['ä.example/x', 'without a path'],
    ['ä.example\\x', 'neither a name nor an address'],
    ['1２7.0.0.1', 'neither a name nor an address'],
    ['10.0.0.0/33', 'a network is written'],
    ['10.0.0.0/8/8', 'a network is written'],
    ['::ffff:10.0.0.1', 'neither a name nor an address'],
    ['fe80::1%eth0', 'neither a name nor an address'],
    ['2001:db8::7:8000:x:y', 'an IPv6 address with a port'],
    ['[10.0.0.1]:80', 'an IPv6 address with a port'],
    ['api.example.com\0', 'neither a name nor an address'],
  ])('is not %j', (text, reason) => {
    const parsed = parseAllowedHost(text);
    expect(parsed).toMatch(/^a host such as /);
    expect(parsed).toContain(reason);
  });
});
