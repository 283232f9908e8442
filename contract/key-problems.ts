/** What is wrong with the keys that an owner lists, whatever they are. */

/** Why clients could not rely on a list, as clauses. With an invalid list, its parts may be missing. */
export function keyListProblems(list: {
  readonly keys?: readonly { readonly key?: string | undefined; readonly use?: string | undefined }[] | undefined;
  readonly revoked?: readonly (string | undefined)[] | undefined;
}): string[] {
  const { keys = [], revoked = [] } = list;
  const texts = [...keys.map(({ key }) => key), ...revoked];
  const twice = texts.findIndex((text, index) => texts.indexOf(text) < index);
  const unused = (['signing', 'spare'] as const).filter((use) => !keys.some((key) => key.use === use));
  return [
    ...(twice >= 0 ? [`${texts[twice]} is listed twice`] : []),
    ...unused.map((use) => `There is no key with "use: ${use}"`),
  ];
}
