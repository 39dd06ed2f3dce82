import { expect, test } from 'vitest'
import { redacted } from './secrets.ts'
import { replaceTokens, tokenShapes } from './token-shapes.ts'

const letters = 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8'.repeat(5)
const hex = '0f1e2d3c4b5a6978'.repeat(5)
const capitals = letters.toUpperCase()

// Put together here, so that no scanner takes a token of this file for a real one.
const tokens: Readonly<Record<string, readonly string[]>> = {
  github: ['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((kind) => `${kind}_${letters.slice(0, 36)}`),
  'github-fine-grained': [`github_pat_${letters.slice(0, 22)}_${letters.slice(0, 59)}`],
  gitlab: ['glpat', 'glrt', 'gldt', 'glcbt', 'glptt'].map((kind) => `${kind}-${letters.slice(0, 20)}`),
  aws: ['AKIA', 'ASIA', 'A3TX'].map((kind) => `${kind}${capitals.slice(0, 16)}`),
  slack: [`xoxb-${'1'.repeat(12)}-${letters.slice(0, 24)}`, `xapp-1-A${hex.slice(0, 30)}`],
  'slack-webhook': [`hooks.slack.com/services/T${capitals.slice(0, 8)}/B${capitals.slice(0, 8)}/${letters.slice(0, 24)}`],
  jwt: [
    `eyJ${letters.slice(0, 20)}.eyJ${letters.slice(0, 20)}.${letters.slice(0, 30)}`,
    `eyJ${letters.slice(0, 20)}.eyJ${letters.slice(0, 9)}`,
  ],
  stripe: ['sk_live', 'rk_test', 'whsec'].map((kind) => `${kind}_${letters.slice(0, 24)}`),
  npm: [`npm_${letters.slice(0, 36)}`],
  pypi: [`pypi-${letters.slice(0, 60)}`],
  google: [`AIza${letters.slice(0, 35)}`],
  'google-oauth': [`ya29.${letters.slice(0, 40)}`, `GOCSPX-${letters.slice(0, 28)}`],
  openai: [`sk-proj-${letters.slice(0, 74)}`],
  'openai-legacy': [`sk-${letters.slice(0, 20)}T3BlbkFJ${letters.slice(0, 20)}`],
  anthropic: [`sk-ant-api03-${letters.slice(0, 93)}AA`],
  groq: [`gsk_${letters.slice(0, 52)}`],
  huggingface: [`hf_${letters.replaceAll(/\d/g, 'x').slice(0, 34)}`],
  sendgrid: [`SG.${letters.slice(0, 22)}.${letters.slice(0, 43)}`],
  shopify: [`shpat_${hex.slice(0, 32)}`],
  digitalocean: [`dop_v1_${hex.slice(0, 64)}`],
  docker: [`dckr_pat_${letters.slice(0, 27)}`],
  databricks: [`dapi${hex.slice(0, 32)}`],
  grafana: [`glc_${letters.slice(0, 60)}=`, `glsa_${letters.slice(0, 32)}_${hex.slice(0, 8)}`],
  linear: [`lin_api_${letters.slice(0, 40)}`],
  notion: [`ntn_${'1'.repeat(11)}${letters.slice(0, 35)}`],
  onepassword: [`ops_eyJ${letters}`],
  vault: [`hvs.${letters.slice(0, 90)}`],
  atlassian: [`ATATT3${letters.slice(0, 60)}`],
  sentry: [`sntrys_${letters.slice(0, 60)}`],
  age: [`AGE-SECRET-KEY-1${capitals.slice(0, 58)}`],
}

test('every kind of token has an example', () => {
  expect(Object.keys(tokens).toSorted()).toEqual(Object.keys(tokenShapes).toSorted())
})

const all = Object.entries(tokens).flatMap(([issuer, known]) => known.map((token) => [issuer, token] as const))

test.each(all)('a token of %s is replaced in any text', (_issuer, token) => {
  for (const [before, after] of [
    ['is ', ' here'],
    ['"', '"'],
    ['token%3D', '&page=1'],
    ['(', ')'],
    ['a/', '?'],
  ] as const)
    expect(replaceTokens(`${before}${token}${after}`, redacted)).toBe(`${before}${redacted}${after}`)
})

test.each(all)('a token of %s is replaced where a text was cut', (_issuer, token) => {
  expect(replaceTokens(`is ${token.slice(0, -4)}`, redacted)).toBe(`is ${redacted}`)
})

test.each([
  'the skeleton of ghp_ and glpat-, npm_config_registry, sk-learn, AIzawa, a hook of hooks.slack.com',
  'SG.1 of MAKIAVELLIAN0000000000 and XAKIA1234567890123456, dapifit, eyJury, http://localhost:3000/sk-test',
  '3f2504e0-4f89-11d3-9a0c-0305e82c3301 da39a3ee5e6b4b0d3255bfef95601890afd80709',
])('%j has no token', (text) => {
  expect(replaceTokens(`${text} at all.`, redacted)).toBe(`${text} at all.`)
})
