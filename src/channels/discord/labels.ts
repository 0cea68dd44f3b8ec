/** A button, a menu, or a row or box that holds some. */
interface Shown {
  custom_id?: unknown;
  label?: string | undefined;
  options?: readonly { label?: string | undefined; value?: string | undefined }[] | undefined;
  components?: readonly Shown[] | undefined;
}

/** What a message itself shows for the pressed button, or for the picked options of a menu, in its own order. */
export function labelsOf(picked: readonly unknown[], components: readonly Shown[]): string[] {
  return components.flatMap(({ custom_id, label, options, components: inner }) => {
    if (options) return options.flatMap((option) => (picked.includes(option.value) ? (option.label ?? []) : []));
    if (inner) return labelsOf(picked, inner);
    return custom_id !== undefined && picked.includes(custom_id) ? (label ?? []) : [];
  });
}
