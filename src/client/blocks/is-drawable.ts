import { majorOf } from '../../protocol/ui/major-of.ts';

/** Whether a renderer of this major version draws a block of this full semantic version. A major of 0 promises nothing. */
export function blockIsDrawable(version: string, major: number): boolean {
  return major >= 1 && majorOf(version) === major;
}
