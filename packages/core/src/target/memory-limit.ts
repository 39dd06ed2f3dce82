import { totalmem } from 'node:os'
import { readCgroup } from './cgroup.ts'

/**
 * How many bytes of memory the container of this process may use; `null` without a limit below the machine's memory.
 *
 * @param root where the file system starts; another directory for tests
 */
export function memoryLimit(root = '/'): number | null {
  // process.constrainedMemory() knows the process' own group only, and a limit is often set on one around it.
  const limits = readCgroup({ controller: 'memory', v1: ['memory.limit_in_bytes'], v2: 'memory.max' }, root).map(Number)
  const limit = Math.min(...limits.filter((bytes) => bytes > 0))
  return limit < totalmem() ? limit : null
}
