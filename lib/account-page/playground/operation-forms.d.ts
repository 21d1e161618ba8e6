declare module 'virtual:operation-forms' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- a declared module has no relative imports
  const forms: readonly import('./operation-form.ts').OperationForm[];
  // oxlint-disable-next-line import/no-default-export -- the module of a JSON document
  export default forms;
}
