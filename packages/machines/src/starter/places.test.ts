import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MachinePlaces } from './places.ts'
import type { RemoteGenerator } from './remote-generator.ts'

const generatorOf = (name: string, lost?: string): RemoteGenerator => ({ machine: { name }, lost }) as unknown as RemoteGenerator

test('who has a place moves where an agent that comes later fits there alone', () => {
  const places = new MachinePlaces([
    { label: 'region=eu', agents: 1 },
    { label: 'rack=7', agents: 1 },
  ])
  expect(places.give({ region: 'eu', rack: '7' }, () => generatorOf('both'))).toBe(true)
  expect(places.wanted).toEqual(['region=eu', 'rack=7'])
  expect(places.give({ region: 'eu' }, () => generatorOf('one'))).toBe(true)
  expect(places.generators.map(({ machine }) => machine.name)).toEqual(['one', 'both'])
  expect(places.wanted).toEqual([])
  expect(places.give({ region: 'eu' }, () => expect.unreachable())).toBe(false)
})

test('an agent gets a place whenever all that came could have one, in any order', () => {
  const label = fc.constantFrom('a', 'b', 'c')
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 5 }), fc.array(fc.uniqueArray(label), { maxLength: 6 }), (wanted, agents) => {
      const places = new MachinePlaces(wanted.map((of) => ({ label: `${of}=1`, agents: 1 })))
      for (const [index, own] of agents.entries())
        places.give(Object.fromEntries(own.map((of) => [of, '1'])), () => generatorOf(String(index)))
      expect(places.generators).toHaveLength(mostPlaced(wanted, agents))
    }),
  )
})

/** The largest number of agents that can have a place, by trying all. */
function mostPlaced(wanted: readonly string[], [agent, ...others]: readonly (readonly string[])[]): number {
  if (agent === undefined) return 0
  const placed = wanted.flatMap((label, index) => (agent.includes(label) ? 1 + mostPlaced(wanted.toSpliced(index, 1), others) : []))
  return Math.max(mostPlaced(wanted, others), ...placed)
}
