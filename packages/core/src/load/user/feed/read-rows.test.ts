import { basename, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { writeModule } from '../../../../test/load/journeys/module-fixture.ts'
import { isBenchpressError } from '../../../base/errors/benchpress-error.ts'
import { readRows, type FileFormat } from './read-rows.ts'

async function rowsOf(name: string, text: string | Uint8Array, format?: FileFormat): Promise<readonly unknown[]> {
  return readRows(await writeModule(name, text), format)
}

test.each([
  ['plain', 'name,city\nann,Oslo\nbob,Bonn\n'],
  ['with CRLF, no newline at the end and empty lines', 'name,city\r\nann,Oslo\r\n\r\nbob,Bonn'],
  ['with a byte order mark', '\uFEFFname,city\nann,Oslo\nbob,Bonn\n'],
  ['with quotes', '"name","city"\n"ann","Oslo"\nbob,"Bonn"\n'],
])('CSV %s has rows that are objects of strings', async (_, text) => {
  expect(await rowsOf('users.csv', text)).toEqual([
    { name: 'ann', city: 'Oslo' },
    { name: 'bob', city: 'Bonn' },
  ])
})

test('CSV values keep their quotes, commas, line ends and spaces', async () => {
  expect(await rowsOf('users.CSV', 'a,b\n"x, ""y""\nz", 7 \n')).toEqual([{ a: 'x, "y"\nz', b: ' 7 ' }])
})

const rows = 'id;name\n1;Zoë\n'

test.each<[name: string, text: string | Uint8Array, format?: FileFormat]>([
  ['users.csv', rows, { delimiter: ';' }],
  ['users.csv', `sep=;\r\n${rows}`],
  ['users.tsv', rows.replaceAll(';', '\t')],
  ['users.csv', rows.replaceAll(';', '\t'), { delimiter: '\t' }],
  ['users.csv', Buffer.from(rows, 'latin1'), { delimiter: ';', encoding: 'latin1' }],
  ['users.csv', Buffer.from(`\uFEFF${rows}`, 'utf16le'), { delimiter: ';' }],
  ['users.csv', Buffer.from(`\uFEFF${rows}`, 'utf16le').swap16(), { delimiter: ';' }],
  ['users.csv', Buffer.from(rows, 'utf16le'), { delimiter: ';', encoding: 'utf-16le' }],
  ['users.json', Buffer.from('[{ "id": "1", "name": "Zoë" }]', 'latin1'), { encoding: 'latin1' }],
])('%s with another delimiter or encoding (%j, %j) is read as its author means it', async (name, text, format) => {
  expect(await rowsOf(name, text, format)).toEqual([{ id: '1', name: 'Zoë' }])
})

test.each<[name: string, text: string | Uint8Array, problem: RegExp, format?: FileFormat]>([
  ['users.csv', rows, /give delimiter: ";"/],
  ['users.csv', rows.replaceAll(';', '|'), /give delimiter: "\|"/],
  ['users.csv', rows.replaceAll(';', '\t'), /give delimiter: "\\t"/],
  ['users.csv', 'id;name;note, free\n1;b;c,d\n', /give delimiter: ";"/],
  ['users.csv', Buffer.from('name\nZoë\n', 'latin1'), /is not in utf-8: give its encoding/],
  ['users.jsonl', Buffer.from('"Zoë"', 'latin1'), /is not in utf-8: give its encoding/],
  ['users.csv', Buffer.from('name\nZoe\n', 'utf16le'), /is not in utf-8: give its encoding/],
  ['users.csv', 'name\nZoë\n', /the encoding "latin-one" is not known/, { encoding: 'latin-one' }],
])('%s (%j) is refused rather than read in another way than its author means it', async (name, text, problem, format) => {
  await expect(rowsOf(name, text, format)).rejects.toThrow(problem)
})

test('the rows of JSON are the items of its array, and those of JSON lines a value for each line', async () => {
  expect(await rowsOf('users.json', '\uFEFF[{ "id": 1 }, 2]')).toEqual([{ id: 1 }, 2])
  for (const name of ['users.jsonl', 'users.ndjson']) expect(await rowsOf(name, '{"id":1}\r\n\n[2]\n')).toEqual([{ id: 1 }, [2]])
})

test('the path of a feed is relative to the working directory, and a URL is used unchanged', async () => {
  const path = await writeModule('users.json', '[1]')
  expect(readRows(relative(process.cwd(), path))).toEqual([1])
  expect(readRows(pathToFileURL(path))).toEqual([1])
  expect(readRows(pathToFileURL(path).href)).toEqual([1])
})

test.each([
  ['users.csv', 'a,b\n1\n', /cannot be read: .*line 2/],
  ['users.csv', 'a,"b\n1,2', /cannot be read: .*quote/i],
  ['users.csv', 'a,,b\n1,2,3\n', /cannot be read: a column has no name in the first line/],
  ['users.csv', 'a,b,a\n1,2,3\n', /cannot be read: two columns are called "a"/],
  ['users.json', '{}', /cannot be read: it holds no array/],
  ['users.json', '[1', /cannot be read: .*JSON/],
  ['users.jsonl', '{"id":1}\n{id:2}\n', /cannot be read: line 2: .*JSON/],
  ['users.xlsx', '', /is of no kind that can be read/],
  ['users', '', /is of no kind that can be read/],
])('%s with the content %j causes an error with the path', async (name, text, problem) => {
  const path = await writeModule(name, text)
  expect(() => readRows(path)).toThrow(problem)
  expect(() => readRows(path)).toThrow(path)
})

test('a missing file causes an error that says where paths start', () => {
  const name = `${basename(import.meta.filename)}-missing.csv`
  let caught: unknown
  try {
    readRows(name)
  } catch (error) {
    caught = error
  }
  expect(caught).toMatchObject({
    code: 'INVALID_CONFIG',
    message: `the feed's file ${process.cwd()}/${name} does not exist`,
    hint: expect.stringContaining('relative to the working directory') as string,
  })
  expect(isBenchpressError(caught)).toBe(true)
})
