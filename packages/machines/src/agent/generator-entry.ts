import { rmSync } from 'node:fs'
import { shiftClock, startShares, type RunningShares } from '@benchpress/core/machines'
import { beat, patienceOfAgent } from '../protocol.ts'
import type { GeneratorReport, GeneratorOrder } from './generator-process.ts'

// The process of a generator, on the clock of the starter: all times that it and its threads report are those of the starter.
const tell = (heard: GeneratorReport): void => void process.send?.(heard)

let running: RunningShares | undefined
let folder: string | undefined
// A stuck agent could not end this load.
let heardAt = process.hrtime.bigint()
const isSilent = (): boolean => Number(process.hrtime.bigint() - heardAt) / 1000 > patienceOfAgent

process.on('message', (told: GeneratorOrder) => {
  heardAt = process.hrtime.bigint()
  switch (told.type) {
    case 'start':
      folder = told.folder
      shiftClock(told.clock.offset)
      running = startShares(
        { ...told, patience: patienceOfAgent },
        {
          onReport: (worker, report) => tell({ type: 'report', worker, report }),
          onExit: (worker, reason) => tell({ type: 'exit', worker, reason }),
          onMachine: (report) => tell({ type: 'machine', report }),
        },
      )
      break
    case 'order':
      running?.order(told.order)
      break
    case 'terminate':
      running?.terminate(told.worker)
      break
    case 'end':
      // Otherwise the agent removes the folder.
      folder = undefined
      void running?.end().then(() => process.disconnect?.())
      break
  }
})
process.on('disconnect', () => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  process.exit()
})
setInterval(() => {
  if (isSilent()) process.exit(1)
  tell({ type: 'alive' })
}, beat / 2)
