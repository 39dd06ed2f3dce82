import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ActiveList } from './active-list.ts'

test('the items of a list are those that were added and not deleted', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(5))), (commands) => {
      const [active, model] = [new ActiveList<object>(), new Set<object>()]
      const all = Array.from({ length: 6 }, () => ({}))
      for (const [isAdded, index] of commands) {
        const item = all[index] as object
        if (!isAdded) active.delete(item)
        else if (!model.has(item)) active.add(item)
        if (isAdded) model.add(item)
        else model.delete(item)
        expect(new Set(active.list())).toEqual(model)
        expect(active.list()).toHaveLength(model.size)
      }
    }),
  )
})
