/** The one encoder of msgpack, for agents and for clients. */
// Without the native part, which makes only long messages faster: ours are short, and to look for it takes time.
import { Packr } from 'msgpackr/pack';

// useRecords off: records are an extension that Python's msgpack cannot read (msgpackr #58).
// copyBuffers: a decoded buffer otherwise aliases the whole ZeroMQ message.
// encodeUndefinedAsNil: undefined is an extension otherwise, too.
// int64AsType: an int beyond 32 bits is a bigint otherwise, which no schema of ours takes.
export const packr = new Packr({
  useRecords: false,
  variableMapSize: true,
  mapsAsObjects: true,
  copyBuffers: true,
  encodeUndefinedAsNil: true,
  int64AsType: 'number',
});
