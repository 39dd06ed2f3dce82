import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ActiveExchanges } from './http-session.ts'
import type { Exchange } from './exchange.ts'

test('active exchanges are those that were added and not deleted', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(5))), (commands) => {
      const [active, model] = [new ActiveExchanges(), new Set<Exchange>()]
      const all = Array.from({ length: 6 }, () => ({}) as Exchange)
      for (const [isAdded, index] of commands) {
        const exchange = all[index] as Exchange
        if (!isAdded) active.delete(exchange)
        else if (!model.has(exchange)) active.add(exchange)
        if (isAdded) model.add(exchange)
        else model.delete(exchange)
        expect(new Set(active.list())).toEqual(model)
        expect(active.list()).toHaveLength(model.size)
      }
    }),
  )
})
