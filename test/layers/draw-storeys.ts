import { rooms, strangers, type Room } from './rooms.ts'

/**
 * Draws the imports between the storeys of core, the highest first: a storey imports from those below it, and a room from those that its arrow
 * leads to. An entry stands above the highest storey that it knows.
 */
export function drawStoreys(): string {
  const storeys = [...new Set(rooms.filter((room) => !isEntry(room)).map(storeyOf))].toReversed()
  return storeys.flatMap((storey) => [...drawEntries(storey, storeys), drawStorey(storey, storey === storeys.at(-1))]).join('\n')
}

function drawEntries(storey: string, storeys: readonly string[]): readonly string[] {
  const entries = rooms.filter((room) => isEntry(room) && storeys.find((known) => !isStranger(room, known)) === storey)
  return entries.length === 0 ? [] : [`${storey === storeys[0] ? ' ' : '│'} ${entries.join('  ')}`, '│']
}

function drawStorey(storey: string, isLast: boolean): string {
  const within = rooms.filter((room) => storeyOf(room) === storey && room !== storey).map((room) => room.slice(storey.length + 1))
  const unknown = Object.entries(strangers)
    .filter(([room]) => storeyOf(room as Room) === storey)
    .map(([room, others]) => `(${room === storey ? '' : `${room.slice(storey.length + 1)} `}not ${others.join(', ')})`)
  return `${isLast ? '└' : '├'}─> ${storey.padEnd(15)} ${[within.join(' <─ '), ...unknown].filter((text) => text !== '').join('  ')}`.trimEnd()
}

function isEntry(room: Room): boolean {
  return room.endsWith('.ts')
}

function storeyOf(room: Room): string {
  return room.split('/')[0] ?? room
}

function isStranger(room: Room, other: string): boolean {
  return strangers[room]?.includes(other) === true
}
