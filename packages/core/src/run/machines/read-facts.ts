import { totalmem } from 'node:os'
import { readText } from '../../target/cgroup.ts'
import { readMachineLimits } from '../../target/connection-limits.ts'
import { captureMachine } from '../capture-environment.ts'
import type { OwnFacts } from './machines.ts'

/**
 * Reads what is known of this machine, to be told to a test that runs on it.
 *
 * @param name no other machine of the test has it
 */
export async function readMachineFacts(name: string, labels: Readonly<Record<string, string>>): Promise<OwnFacts> {
  return { name, labels, ...(await captureMachine()), memory: totalmem(), boot: bootOf(), limits: readMachineLimits() }
}

/** What the system calls this start of the machine; `null` where it does not tell. */
export function bootOf(): string | null {
  return readText('/proc/sys/kernel/random/boot_id')?.trim() ?? null
}
