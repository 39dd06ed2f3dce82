import { readFile } from 'node:fs/promises'

// Linux counts in hundredths of a second there, whatever its own clock rate is.
const ticksPerSecond = 100
const idleFields = new Set([3, 4])
// Time of virtual machines is part of the user time already.
const countedFields = 8

/** CPU seconds that all processes of the machine used since it started; of a virtual machine, also those it wanted and did not get. */
export async function readBusyCpuSeconds(): Promise<number> {
  const [firstLine = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const fields = firstLine.split(/\s+/).slice(1, 1 + countedFields)
  return fields.reduce((sum, ticks, field) => (idleFields.has(field) ? sum : sum + Number(ticks)), 0) / ticksPerSecond
}
