import { describe, expect, test } from 'vitest'
import { FirstNames, mostNames, otherName } from './first-names.ts'

/** Counts each of the names. */
function count(names: readonly string[]): Map<string, number> {
  const counts = new FirstNames(() => ({ count: 0 }))
  for (const name of names) counts.of(name).count += 1
  return new Map(Array.from(counts.entries(), ([name, value]) => [name, value.count]))
}

/** As many different names. */
function namesOf(length: number): string[] {
  return Array.from({ length }, (_, index) => `name ${index}`)
}

describe('FirstNames', () => {
  test('the first two hundred names are kept separately, in the order in which they came', () => {
    const names = namesOf(mostNames)
    expect(count([...names, ...names.toReversed()])).toEqual(new Map(names.map((name) => [name, 2])))
    expect([...count(names).keys()]).toEqual(names)
  })

  test('all further names are counted together, and known names still separately', () => {
    const counts = count([...namesOf(100_000), 'name 0'])
    expect(counts.size).toBe(mostNames + 1)
    expect([counts.get('name 0'), counts.get('name 199'), counts.get('name 200')]).toEqual([2, 1, undefined])
    expect(counts.get(otherName)).toBe(100_000 - mostNames)
  })

  test('a name that is called other takes none of the two hundred places', () => {
    const counts = count([otherName, ...namesOf(mostNames + 1)])
    expect(counts.size).toBe(mostNames + 1)
    expect(counts.get(otherName)).toBe(2)
  })

  test('the value of a name is created once, with the name', () => {
    const created: string[] = []
    const values = new FirstNames((name) => created.push(name))
    for (const name of ['a', 'b', 'a']) values.of(name)
    expect(created).toEqual(['a', 'b'])
  })
})
