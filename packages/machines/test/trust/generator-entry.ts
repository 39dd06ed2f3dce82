import { startShares, type Order, type RunningShares, type OrderedShares } from '@benchpress/core/machines'

/** A message to a process that runs shares. */
export type ToAgent =
  | ({ readonly type: 'start' } & OrderedShares)
  | { readonly type: 'order'; readonly order: Order }
  | { readonly type: 'terminate'; readonly worker: number }
  | { readonly type: 'end' }

let running: RunningShares | undefined

process.on('message', (told: ToAgent) => {
  if (told.type === 'start')
    running = startShares(told, {
      onReport: (worker, report) => process.send?.({ type: 'report', worker, report }),
      onMachine: (report) => process.send?.({ type: 'machine', report }),
      onExit: (worker, reason) => process.send?.({ type: 'exit', worker, reason }),
    })
  else if (told.type === 'order') running?.order(told.order)
  else if (told.type === 'terminate') running?.terminate(told.worker)
  else void running?.end().then(() => process.disconnect?.())
})
// The process that started this one is gone.
process.on('disconnect', () => process.exit())
