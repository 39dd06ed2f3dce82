import { parseArgs } from 'node:util'
import { leaksMemory } from '../../src/assertion/memory.ts'
import { subjectOf } from '../../src/assertion/subject.ts'
import { soak } from './soak.ts'

// Soaks of a minute of a server that leaks 50 KB a second, and of the same one when it does not: how often each is told. Several are played at once, which a machine
// hardly notices at 20 requests a second.
const { values } = parseArgs({ options: { soaks: { type: 'string', default: '20' }, 'at-once': { type: 'string', default: '10' } } })
const [soaks, atOnce] = [Number(values.soaks), Number(values['at-once'])]
const right = { 0: 'fails', 50_000: 'holds' } as const

for (const bytesPerSecond of [0, 50_000] as const) {
  let told = 0
  for (let played = 0; played < soaks; played += atOnce) {
    const together = Math.min(atOnce, soaks - played)
    for (const result of await Promise.all(Array.from({ length: together }, async () => await soak({ bytesPerSecond })))) {
      const finding = leaksMemory(subjectOf(result))
      const isRight = finding.outcome === right[bytesPerSecond]
      if (isRight) told += 1
      process.stdout.write(`${bytesPerSecond} B/s: ${isRight ? 'right' : 'WRONG'}: ${finding.message(false).split('\n')[0] ?? ''}\n`)
    }
  }
  process.stdout.write(`${bytesPerSecond} B/s: ${told} of ${soaks} told\n`)
}
