import { expect, test } from 'vitest'
import { inTheirNames, withVariables } from './preset-variables.ts'

const variables = { BASE_URL: 'BENCHPRESS_URL', K6_VUS: 'BENCHPRESS_USERS' }

test('a variable of the document stands for a variable of the command', () => {
  expect(withVariables({ BASE_URL: 'http://localhost:4000', K6_VUS: '', OTHER: 'x' }, variables)).toEqual({
    BASE_URL: 'http://localhost:4000',
    BENCHPRESS_URL: 'http://localhost:4000',
    K6_VUS: '',
    OTHER: 'x',
  })
})

test('a BASE_URL that is no URL is ignored as that of a build tool', () => {
  expect(withVariables({ BASE_URL: '/app/' }, variables)).toEqual({ BASE_URL: '/app/' })
})

test('a variable of the command wins over that of the document', () => {
  const env = { K6_VUS: '20', BENCHPRESS_USERS: '5' }
  expect(withVariables(env, variables)).toEqual(env)
})

test('a preset without documented variables leaves the environment as it is', () => {
  expect(withVariables({ K6_VUS: '20' }, undefined)).toEqual({ K6_VUS: '20' })
})

test('a problem with a variable is reported by the name that was given', () => {
  const problems = [{ message: 'BENCHPRESS_USERS=many: must be a number' }, { message: '--users x: must be a number' }]
  expect(inTheirNames(problems, { K6_VUS: 'many' }, variables)).toEqual([{ message: 'K6_VUS=many: must be a number' }, problems[1]])
  expect(inTheirNames(problems, { K6_VUS: '1', BENCHPRESS_USERS: 'many' }, variables)).toEqual(problems)
})
