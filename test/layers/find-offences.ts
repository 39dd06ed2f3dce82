import { posix } from 'node:path'
import { keepers, rooms, strangers, type Room } from './rooms.ts'

// Static imports, including types, dynamic imports, and files that are loaded by URL.
const imports = /\b(?:from|import|import\s*\(|new URL\()\s*(['"`])(?<specifier>[^'"`\s]+)\1/g

/**
 * Finds forbidden imports, as sentences. Tests may import anything.
 *
 * @param sources the text of each file by its path in `packages/core/src`
 */
export function findOffences(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([file, text]) => (file.endsWith('.test.ts') ? [] : offencesOf(file, text)))
}

function offencesOf(file: string, text: string): string[] {
  const room = roomOf(file)
  if (room === undefined) return [`${file} is in no room of test/layers/rooms.ts`]
  const specifiers = Array.from(text.matchAll(imports), ({ groups }) => groups?.['specifier'] ?? '')
  return specifiers.flatMap((specifier) => {
    const problem = /^\.\.?\//.test(specifier) ? problemWith(room, posix.join(file, '..', specifier)) : problemWithPackage(file, specifier)
    return problem === undefined ? [] : [`${file} imports ${specifier}: ${problem}`]
  })
}

function problemWith(room: Room, target: string): string | undefined {
  const other = roomOf(target)
  if (other === undefined) return 'that is in no room of test/layers/rooms.ts'
  if (rooms.indexOf(other) > rooms.indexOf(room)) return `${other} comes after ${room} in test/layers/rooms.ts`
  const isStranger = Object.entries(strangers).some(([one, others]) => isIn(room, one) && others.some((stranger) => isIn(other, stranger)))
  return isStranger ? `${other} is a stranger to ${room} in test/layers/rooms.ts` : undefined
}

function problemWithPackage(file: string, name: string): string | undefined {
  const keeper = keepers[name]
  return keeper === undefined || file.startsWith(keeper) ? undefined : `only ${keeper} knows it`
}

function roomOf(path: string): Room | undefined {
  return rooms.find((room) => isIn(path, room))
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}
