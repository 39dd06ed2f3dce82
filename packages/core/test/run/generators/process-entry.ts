import { shiftClock, systemClock } from '../../../src/base/clock/clock.ts'
import type { RunningShares } from '../../../src/load/worker/load-generator.ts'
import { readMachineFacts } from '../../../src/run/capture-environment.ts'
import { startShares } from '../../../src/run/machines/start-shares.ts'
import type { Heard, Told } from './process-messages.ts'

// A generator that is a process of its own, as it is on another machine: it runs its shares on the clock of the calling one, and passes on what they report.
const tell = (heard: Heard): void => void process.send?.(heard)

let running: RunningShares | undefined

process.on('message', (told: Told) => {
  switch (told.type) {
    case 'facts':
      void readMachineFacts(told.name).then((facts) => tell({ type: 'facts', facts }))
      break
    case 'time':
      tell({ type: 'time', at: systemClock.now() })
      break
    case 'start':
      shiftClock(told.clock.offset)
      running = startShares(told, {
        onReport: (worker, report) => tell({ type: 'report', worker, report }),
        onMachine: (report) => tell({ type: 'machine', report }),
        onExit: (worker, reason) => tell({ type: 'exit', worker, reason }),
      })
      break
    case 'order':
      running?.order(told.order)
      break
    case 'end':
      void running?.end().then(() => process.disconnect?.())
      break
  }
})
// The process that started this one is gone.
process.on('disconnect', () => process.exit())
