import { keepSecrets } from '@benchpress/core/report'
import { describe, expect, onTestFinished, test } from 'vitest'
import { repeatCommand } from './repeat-command.ts'

const of = (...args: readonly string[]): string => repeatCommand(args, {})

describe('the command that repeats a run', () => {
  test('contains the words that were typed, quoted where a shell would read them otherwise', () => {
    expect(of('preset', 'toska', '--scale', '0.1', '--', 'node', 'main.js')).toBe('npx benchpress preset toska --scale 0.1 -- node main.js')
    expect(of('http://localhost:3000/items?a=1&b=2', '-c', '100')).toBe("npx benchpress 'http://localhost:3000/items?a=1&b=2' -c 100")
    expect(of('run', '--threshold', 'http_failed < 1%', "it's $HOME", '')).toBe(
      String.raw`npx benchpress run --threshold 'http_failed < 1%' 'it'\''s $HOME' ''`,
    )
  })

  test('the command contains the variables that stand for flags, and no others', () => {
    const env = {
      BENCHPRESS_DURATION: '30',
      BENCHPRESS_URL: 'http://ann:pw@localhost:1',
      BENCHPRESS_DEBUG: '1',
      PATH: '/bin',
      BENCHPRESS_RATE: '',
    }
    expect(repeatCommand(['run'], env).split(' ').toSorted()).toEqual(
      ['BENCHPRESS_DURATION=30', 'BENCHPRESS_URL=http://localhost:1', 'benchpress', 'npx', 'run'].toSorted(),
    )
  })

  test.each([
    [['-H', 'x-acme: s3cret'], '-H'],
    [['-Hx-acme: s3cret'], '-H'],
    [['--header=x-acme=s3cret'], '--header'],
    [['--header', 'x-acme=s3cret'], '--header'],
    [['--headers', 'x-acme: s3cret'], '--header'],
    [['http://localhost/?token=s3cret'], 'token='],
    [['http://ann:s3cret@localhost'], 'http://localhost'],
    [['ann:s3cret@localhost:3000'], 'localhost:3000'],
    [['-q', 'ann:s3cret@localhost:3000'], '-q localhost:3000'],
    [['--strict', 'ann:s3cret@localhost:3000'], '--strict localhost:3000'],
    [['--url', 'ann:s3cret@localhost:3000'], '--url localhost:3000'],
    [['--url=ann:s3cret@localhost:3000'], '--url=localhost:3000'],
    [['--', 'ann:s3cret@localhost:3000'], '-- localhost:3000'],
    [['--', 'node', '-b', 'ann:s3cret@localhost:3000'], '-b localhost:3000'],
    [['-kH', 'x-acme: s3cret'], "-k -H 'x-acme: [redacted]'"],
    [['-qkH', 'x-acme=s3cret'], "-qk -H 'x-acme: [redacted]'"],
    [['-kHx-acme: s3cret'], "-k -H 'x-acme: [redacted]'"],
    [['-b', '{"password":"s3cret"}'], 'password'],
    [['--', 'node', 'main.js', '--api-key', 's3cret'], '--api-key'],
    [['--', 'API_TOKEN=s3cret'], 'API_TOKEN='],
  ])('hides the secret in %j', (args, left) => {
    const command = of(...args)
    expect(command).not.toContain('s3cret')
    expect(command).toContain(left)
  })

  test.each([[['-b', 'ann:x@y']], [['-bHello:x@y']], [['-T', 'a:b@c']], [['--body=ann:x@y']], [['--ciphers', 'DEFAULT:@SECLEVEL=0']]])(
    'keeps the text of %j, which is no URL',
    (args) => {
      expect(of(...args)).toBe(`npx benchpress ${args.join(' ')}`)
    },
  )

  test('hides a secret of a config wherever it stands', () => {
    onTestFinished(keepSecrets(['my own secret']))
    expect(repeatCommand(['run', '-b', 'my own secret'], {})).toBe("npx benchpress run -b '[redacted]'")
  })
})
