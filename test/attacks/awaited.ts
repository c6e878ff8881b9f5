/** Attacks that get what they want today, and the layer that will stop each. Empty once all are there. */

const SECCOMP = 'seccomp';
const CGROUP = 'limits for a slot as a whole: memory, processor';

export const AWAITED: Readonly<Record<string, string>> = {
  'kernel/adds-a-key.ok': SECCOMP,
  'kernel/calls-as-32-bit-program.ok': SECCOMP,
  'kernel/clones-into-namespaces.ok': SECCOMP,
  'kernel/handles-its-own-faults.ok': SECCOMP,
  'kernel/lays-out-its-memory-by-hand.ok': SECCOMP,
  'kernel/makes-a-network-in-a-user-namespace.ok': SECCOMP,
  'kernel/makes-a-ring.ok': SECCOMP,
  'kernel/makes-a-user-namespace.ok': SECCOMP,
  'kernel/measures-the-machine.ok': SECCOMP,
  'kernel/mounts-in-a-user-namespace.ok': SECCOMP,
  'kernel/reads-keyrings.ok': SECCOMP,
  'kernel/supervises-itself.ok': SECCOMP,
  'kernel/traces-a-child.ok': SECCOMP,
  'kernel/types-into-a-terminal-of-its-own.ok': SECCOMP,
  'kernel/watches-every-file.ok': SECCOMP,
  'neighbours/limits-them.ok': SECCOMP,
  'neighbours/takes-a-lease-on-their-file.ok': SECCOMP,
  'network/talks-to-the-hypervisor.ok': SECCOMP,
  'network/talks-to-the-kernel.ok': SECCOMP,
  'next-call/leaves-a-key.ok': SECCOMP,
  'limits/burns-every-core.ok': CGROUP,
  'limits/takes-memory-in-many-processes.memory': CGROUP,
  'limits/takes-memory-in-memfds.memory': CGROUP,
  'limits/takes-memory-in-queues.ok': CGROUP,
  'limits/takes-memory-in-segments.memory': CGROUP,
  'limits/takes-shared-memory.memory': CGROUP,
};
