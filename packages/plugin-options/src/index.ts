export { notify, notPromise, payloadText } from './callbacks.ts'
export {
  checkOptions,
  either,
  milliseconds,
  strictObject,
  callback,
  count,
  finite,
  flag,
  name,
  plainObject,
  recipients,
  text,
  texts,
} from './values.ts'
export { hasPlaceholder, readTemplate, type Template, type TemplateValues } from './template.ts'
