import { LocalGenerator, type RunningShares } from '../../../src/load/worker/load-generator.ts'
import type { Heard, Told } from './process-messages.ts'

// A generator that is a process of its own: it runs its shares as the calling process would, and passes on what they report.
const tell = (heard: Heard): void => void process.send?.(heard)

let running: RunningShares | undefined

process.on('message', (told: Told) => {
  switch (told.type) {
    case 'start':
      running = new LocalGenerator(told).start(told.shares, {
        onReport: (worker, report) => tell({ type: 'report', worker, report }),
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
// Whoever started it is gone.
process.on('disconnect', () => process.exit())
