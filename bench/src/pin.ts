import { execa } from 'execa'

/** Puts commands on the CPUs of their roles. */
export interface Pinning {
  /** Whether pinning is possible; otherwise commands stay as they are. */
  readonly isPinned: boolean
  readonly target: Place
  readonly generator: Place
}

/** Returns the command that runs `command` on a CPU. */
export type Place = (command: readonly string[]) => readonly string[]

/** Checks whether target and generator can have a CPU each: the target CPU 0, the generator CPU 1. */
export async function createPinning(): Promise<Pinning> {
  const isPinned = (await canRunOn(0)) && (await canRunOn(1))
  const on = (cpu: number, command: readonly string[]): readonly string[] =>
    isPinned ? ['taskset', '-c', String(cpu), ...command] : command
  return { isPinned, target: (command) => on(0, command), generator: (command) => on(1, command) }
}

// Trying it answers three questions at once: whether taskset exists, whether the machine has that CPU, whether this process may use it.
async function canRunOn(cpu: number): Promise<boolean> {
  const { failed } = await execa('taskset', ['-c', String(cpu), 'true'], { reject: false })
  return !failed
}
