import { describe, expect, test } from 'vitest'
import { call } from './captured-io.ts'
import { startServer } from './start-server.ts'

test.each([
  [['--rps', 'http://localhost:1'], 'benchpress: --rps: the rate of requests is --rate here\n  Use it, such as -r 500/s.\n'],
  [['--vus', 'localhost:1/path'], 'benchpress: --vus: virtual users are called users\n  Use --users.\n'],
  [['ab', '--a', 'node a.js', '--b', 'node b.js', '--har', 'https://shop.test'], 'benchpress: --har: HAR files are not supported\n'],
  [['plan', '--rps', 'http://me:hunter2@localhost:1', '-c', 'x'], 'benchpress: --rps: the rate of requests is --rate here\n'],
])('%j is a flag of another tool before a URL, which is not missing', async (args, told) => {
  const { code, stderr } = await call(args, { cwd: '/' })
  expect([code, stderr]).toEqual([2, expect.stringContaining(told)])
  expect(stderr).not.toMatch(/URL|hunter2/)
})

test.each([['5'], ['500/s'], ['shop.har']])('a URL is missing where a flag of another tool has the value %s', async (value) => {
  const { stderr } = await call(['--rps', value], { cwd: '/' })
  expect(stderr).toContain('benchpress: no URL, ')
})

describe('problems of a command line', () => {
  test.each([
    [['persets'], "benchpress: unknown command 'persets'\n(Did you mean presets?)\n"],
    [['foo'], "benchpress: unknown command 'foo'\n  To test a host of that name, write http://foo.\n"],
    [['help', 'nope'], 'benchpress: there is no command nope to be explained\n  There are: run, plan, init, preset, '],
    [['--', 'node', 'x.js'], 'benchpress: a command after -- needs a URL\n'],
    [['-c', '5', '--', 'node', 'x.js'], 'benchpress: a command after -- needs a URL\n'],
    [
      ['run', 'tmp'],
      'benchpress: there is no config tmp\n  A config ends with .ts, .mts, .js, .mjs, .json. For a host write http://tmp.\n',
    ],
    [['run', 'script.yml'], 'benchpress: there is no config script.yml\n  A config ends with .ts, '],
    [['http://localhost:1', '--stages', '5s:10'], 'benchpress: --stages: stages stand in a config\n'],
    [['http://localhost:1', '-u', '10'], '  -u takes no value: it makes the result the baseline. Users are --users.\n'],
    [['run', './nope'], 'benchpress: there is no config ./nope\n'],
    [['http://localhost:1', '--start-timeout', '5'], 'benchpress: --start-timeout 5: nothing is started\n'],
    [['http://localhost:1', '--headr=Authorization: Bearer hunter2'], "benchpress: unknown option '--headr'\n"],
    [['http://localhost:1', '-t', '0'], 'benchpress: --timeout 0: must be longer than 0\n'],
    [['http://localhost:1', '-H', 'content-length: 5'], 'benchpress: --header content-length: cannot be set'],
    [['http://localhost:1', '--conections', '3'], "benchpress: unknown option '--conections'\n(Did you mean --connections?)\n"],
    [['http://localhost:1', '--vus', '3'], 'benchpress: --vus: virtual users are called users\n  Use --users.\n'],
    [['http://localhost:1', '--iterations', '3'], 'benchpress: --iterations: requests and iterations are counted by one flag\n  Use -n.\n'],
    [
      ['http://localhost:1', '-vus', '10'],
      'benchpress: -vus: -v takes no value\n  Flags of several letters have two dashes. Virtual users are --users.\n',
    ],
    [
      ['run', 'a', 'b'],
      "benchpress: too many arguments for 'run'. Expected 1 argument but got 2.\n  Put a value with spaces in quotes; several servers are one argument, with commas.\n",
    ],
    [['http://localhost:1', 'http://localhost:2'], '  Put a value with spaces in quotes; several servers are one argument'],
    [['completion'], "missing required argument 'shell'\n  Give bash, zsh or fish.\n"],
    [['report'], "missing required argument 'results'\n  Name a file that -o FILE.json wrote, or a folder of -o DIR/.\n"],
    [['init', 'my', 'load'], "too many arguments for 'init'. Expected 1 argument but got 2.\n  It writes into one folder;"],
    [['preset'], "missing required argument 'name'\n  benchpress presets lists them.\n"],
    [['preset', 'nope'], 'benchpress: there is no preset "nope"\n  Known are deserve, bridge, '],
    [['preset', 'deserv'], 'benchpress: there is no preset "deserv"\n  Did you mean "deserve"?\n'],
    [
      ['preset', 'toska:kv', '--url', 'http://localhost:1,http://localhost:2'],
      'benchpress: URL: toska:kv takes one server, and there are 2\n  Give one of them.\n',
    ],
    [
      ['preset', 'hypha:single', '--url', 'http://localhost:1,http://localhost:2'],
      'takes one server, and there are 2\n  Give one of them; several are for hypha:cluster.\n',
    ],
    [['preset', 'deserve', '--url', 'x=http://h'], 'benchpress: --url: preset deserve has no variants, such as x\n'],
    [['preset', 'deserve', '--find', 'max-rate'], 'benchpress: --find: the load is that of the preset\n  Search with benchpress run'],
    [
      ['preset', 'nestjs:load', '--scale', '0.001', '-d', '1s', '--url', 'http://localhost:1'],
      'benchpress: --duration and --scale: plans less than one iteration\n',
    ],
    [
      ['preset', 'deserve', '--url', 'http://localhost:1', '--threshold', 'http_failde rate < 1%'],
      'benchpress: --threshold http_failde: no test of the preset has such a metric\n  Did you mean "http_failed"?\n',
    ],
    [['preset', 'deserve', '--threshold', 'p99'], 'benchpress: --threshold p99: must be a condition, such as'],
    [
      ['preset', '--app', './server.js', './mine.ts'],
      "benchpress: unknown option '--app'\n  A preset is named before its own flags, which are known only then: benchpress preset NAME --its-flag.\n",
    ],
    [['preset', 'deserve', '--'], 'benchpress: there is no command after --\n'],
    [['htp://x'], 'benchpress: URL htp://x: must be an http or https URL, htp cannot be tested\n'],
    [['http://localhost:99999'], 'benchpress: URL http://localhost:99999: is not a valid URL\n'],
    [
      ['http://[fe80::1%eth0]'],
      'benchpress: URL http://[fe80::1%eth0]: is not a valid URL\n  A URL cannot carry the IPv6 zone "%eth0"; use a name',
    ],
    [['http://localhost:1', '-d', '10 sec'], 'Did you mean "10s"?\n'],
    [['http://localhost:1', '--url', 'http://localhost:2'], 'benchpress: http://localhost:1 and --url: there are two URLs\n'],
    [['nope.json'], 'benchpress: there is no file /nope.json\n'],
    [['me:hunter2@host/nope.json'], 'benchpress: there is no file /host/nope.json\n'],
    [['run'], 'benchpress: no URL, and no benchpress.config{.ts,.mts,.js,.mjs,.json} in / or above\n'],
    [['http://localhost:1', '--connectionRate', '500'], 'benchpress: --connectionRate: a rate is that of all connections together\n'],
    [
      ['http://localhost:1', '-r', 'fast'],
      'benchpress: --rate fast: must be a rate such as "500/s", "0.5/s" or "30/m", or a number per second\n',
    ],
    [['http://localhost:1', '-r', '500', '-p', '4'], 'benchpress: --pipelining and --rate: a pipelined request waits'],
    [['http://localhost:1', '--arrivals', 'poisson'], 'benchpress: --arrivals: nothing starts by the clock\n  Give --rate.\n'],
    [['http://localhost:1', '-r', '0.1', '-d', '3'], 'benchpress: --rate: plans less than one iteration\n'],
    [['http://localhost:1', '-c', '10', '-n', '5'], 'benchpress: --connections 10 cannot be greater than --requests 5\n'],
    [['http://localhost:1', '-n', '5', '-w', '6'], 'benchpress: --workers 6 cannot be greater than --connections 5\n'],
    [['http://localhost:1', '-w', '11'], 'benchpress: --workers 11 cannot be greater than --connections 10\n'],
    [['preset', 'deserve', '-n', '5'], 'benchpress: --connections 500 cannot be greater than --requests 5\n'],
    [
      ['http://localhost:1', '--expect-status', '299-200'],
      'benchpress: --expect-status 299-200: must be a status of 100 to 599, or a range',
    ],
    [['http://localhost:1', '-H', 'Host: a', '-H', 'host: b'], 'benchpress: --header host: is given twice, and is no list\n'],
    [['http://localhost:1', '--max-users', '5'], 'benchpress: --max-users: nothing starts by the clock\n'],
  ])('%j gives one message and ends with 2', async (args, message) => {
    const { code, stdout, stderr } = await call(args)
    expect(stderr).toContain(message)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect([code, stdout]).toEqual([2, ''])
  })

  test.each([
    [['-c', '0', '-n', '5'], '--connections 0: must be at least 1'],
    [['-n', '0'], '--requests 0: must be at least 1'],
    [['-n', 'abc'], '--requests abc: must be a number'],
    [['-n', '1.5'], '--requests 1.5: must be a whole number'],
    [['--sweep', 'requests=0,5'], '--sweep: requests must be at least 1 (was 0)'],
  ])('%j is one wrong number, for which no connections that nobody gave are blamed', async (flags, message) => {
    const { stderr } = await call(['http://localhost:1', ...flags])
    expect(stderr).toBe(`benchpress: ${message}\n`)
  })

  test('a mistaken argument of a command line is shown without secrets', async () => {
    const lines = [
      ['http://me:hunter2@localhost:99999'],
      ['http://me:hunter2@localhost:1', '--url', 'http://me:hunter2@localhost:2'],
      ['http://me:hunter2@localhost:1', 'http://me:hunter2@localhost:2'],
      ['http://localhost:1', '-H', 'Authorization: Bearer hunter2', '-H', 'bad'],
      ['http://localhost:1', '-H', 'Authorization:', 'Bearer', 'hunter2'],
      ['http://localhost:1', '-F', '{"password":"hunter2"'],
      ['me:hunter2@localhost/x.json'],
    ]
    for (const args of lines) {
      const { code, stderr } = await call(args)
      expect(stderr).toMatch(/^benchpress: /)
      expect(stderr).not.toContain('hunter2')
      expect(code).toBe(2)
    }
  })

  test('flags that exclude each other are reported with those that are wrong alone, by their own names', async () => {
    const { code, stderr } = await call(['htp://x', '-d', '25d', '-n', '5', '-w', '20', '--pipelining', '0'], {
      env: { BENCHPRESS_CONECTIONS: '3', BENCHPRESS_INSECURE: 'maybe' },
    })
    expect(stderr.match(/^benchpress: .*/gm)).toEqual([
      'benchpress: BENCHPRESS_CONECTIONS: there is no such variable',
      'benchpress: --duration and --requests: a run ends by one of them',
      'benchpress: BENCHPRESS_INSECURE=maybe: must be 1, true or yes for on, or 0, false or no for off',
      'benchpress: URL htp://x: must be an http or https URL, htp cannot be tested',
      'benchpress: --pipelining 0: must be at least 1',
      'benchpress: --duration 25d: must be shorter than 24 days',
      'benchpress: --workers 20 cannot be greater than --connections 10',
    ])
    expect(code).toBe(2)
  })

  test('everything that is wrong is reported at once, before any load', async () => {
    let asked = 0
    const server = await startServer((_request, response) => {
      asked += 1
      response.end()
    })
    const { stderr } = await call([server.url, '-c', '0', '-d', 'abc', '-o', 'x.xlsx', '--scale', '-1'])
    expect(stderr.match(/^benchpress: .*/gm)).toEqual([
      'benchpress: --scale -1: must be a number greater than 0, such as 0.5',
      'benchpress: --output x.xlsx: unknown format',
      'benchpress: --connections 0: must be at least 1',
      'benchpress: --duration abc: must be a time such as "30s", "1m30s" or "250ms", or a number of seconds',
    ])
    await server.close()
    expect(asked).toBe(0)
  })
})

describe('on a terminal', () => {
  const sentence = /^ {2}Put a value with spaces in quotes; several servers\n {4}are one argument, with commas\.$/m
  test.each([
    ['a wrong command line', ['http://localhost:1', 'http://localhost:2'], sentence],
    ['a wrong value', ['http://localhost:1', '-d', 'abc'], /^benchpress: --duration abc: must be a time such as\n {2}"30s", /],
  ])('%s is reported in lines that are broken between words', async (_case, args, told) => {
    const wide = await call(args)
    const narrow = await call(args, { columns: 52 })
    expect(narrow.stderr).toMatch(told)
    expect(wide.stderr).not.toMatch(told)
  })

  test.each([[['presets']], [['doctor']]])('%j prints no line wider than the terminal', async (args) => {
    const { stdout } = await call(args, { columns: 60, env: { NO_COLOR: '1' } })
    const tooWide = stdout.split('\n').filter((line) => line.length > 60 && line.trim().includes(' '))
    expect(stdout.split('\n').length).toBeGreaterThan(8)
    expect(tooWide).toEqual([])
  })
})

describe('the help', () => {
  test('the help of preset marks defaults as those of the preset', async () => {
    const { stdout } = await call(['preset', '--help'])
    expect(stdout).toMatch(/--duration [^]*?\(default:\s+the\s+preset's\)/)
    expect(stdout.split('Baseline:')[0]).not.toMatch(/default: \d/)
  })

  test('the help of one preset has its flags, and neither those of other presets nor those that it refuses', async () => {
    for (const args of [
      ['preset', 'nestjs:load', '--help'],
      ['preset', '--help', 'nestjs'],
    ]) {
      const { code, stdout } = await call(args)
      expect(code).toBe(0)
      expect(stdout).toContain('Preset nestjs alone:')
      expect(stdout).toContain('--profile')
      expect(stdout).toContain('--max-users')
      expect(stdout).toContain('nestjs:websocket')
      expect(stdout).not.toMatch(/--churn|--key-space|--connections|--pipelining|Preset bridge/)
    }
  })

  test('the help of run prints defaults with their units', async () => {
    const { stdout } = await call(['run', '--help'])
    expect(stdout).toMatch(/--timeout .*\(default: 10 s\)/)
    expect(stdout).toMatch(/--warmup [^-]*\(default: none\)/)
  })

  test('the help of ab prints its own defaults of the load', async () => {
    const { stdout } = await call(['ab', '--help'])
    expect(stdout).toMatch(/--duration [^-]*\(default:\s+5s\)/)
    expect(stdout).toMatch(/--warmup [^-]*\(default:\s+1s\)/)
  })
})

describe('commands without a target', () => {
  test('without arguments the help is printed', async () => {
    const { code, stdout } = await call([])
    expect(stdout).toContain('Usage: benchpress URL [options] | COMMAND')
    expect(code).toBe(0)
  })

  test('presets lists the presets with their sources', async () => {
    const { code, stdout } = await call(['presets'])
    expect(stdout).toContain('deserve\n  Deserve: GET /test')
    expect(code).toBe(0)
  })

  test('doctor prints how many connections are possible', async () => {
    const { code, stdout } = await call(['doctor'])
    expect(stdout).toMatch(/connections: (up to [\d,]+ to one address|no limit is known)\n$/)
    expect(code).toBe(0)
  })
})
