import { readFile } from 'node:fs/promises'

// Linux counts in hundredths of a second there, whatever its own clock rate is.
const ticksPerSecond = 100
const idleFields = new Set([3, 4])
// The user time already includes that of virtual machines.
const countedFields = 8

/** CPU seconds that all processes of the machine used since it started; on a virtual machine, including stolen time. */
export async function readBusyCpuSeconds(): Promise<number> {
  const [firstLine = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const fields = firstLine.split(/\s+/).slice(1, 1 + countedFields)
  return fields.reduce((sum, ticks, field) => (idleFields.has(field) ? sum : sum + Number(ticks)), 0) / ticksPerSecond
}
