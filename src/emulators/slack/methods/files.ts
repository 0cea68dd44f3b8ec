import { isObject } from '../../bounded-json.ts';
import type { Backstage, Method } from '../backstage.ts';
import { readContent } from '../content.ts';
import { readOpenRoom, readThread } from '../destination.ts';
import { ApiRefusal, invalidArguments } from '../refusal.ts';

/** Methods about files. An upload takes three steps: ask for an address, post the bytes there, complete. */
export function fileMethods({ world, timeline, files }: Backstage): Record<string, Method> {
  return {
    'files.getUploadURLExternal'(given, workspace) {
      const lengthBytes = given.integer('length');
      if (lengthBytes === undefined || lengthBytes <= 0) throw invalidArguments('missing required field: length');
      return files.openUpload(workspace, given.required('filename'), lengthBytes);
    },

    'files.completeUploadExternal'(given, workspace) {
      const named = given.json('files');
      if (!Array.isArray(named) || named.length === 0) throw invalidArguments('missing required field: files');
      const channel = given.text('channel_id') ?? given.text('channels');
      // Looked up first: nothing is shared when it cannot be shared where it should be.
      const room = channel === undefined ? undefined : readOpenRoom(world, given.with({ channel }), workspace);
      const thread = readThread(given);
      const shared = named.map((entry) => {
        if (!isObject(entry) || typeof entry.id !== 'string') throw invalidArguments('missing required field: id');
        return files.completeUpload(workspace, entry.id, typeof entry.title === 'string' ? entry.title : undefined);
      });
      if (room) {
        const comment = given.text('initial_comment') ?? '';
        const said = given.json('blocks') === undefined ? {} : readContent(given);
        timeline.postAsBot(
          room,
          { ...said, text: comment },
          { ...thread, subtype: 'file_share', upload: false, files: shared },
        );
      }
      return { files: shared };
    },

    'files.info'(given, workspace) {
      const stored = files.find(workspace, given.required('file'));
      if (!stored) throw new ApiRefusal('file_not_found');
      return { file: stored.file };
    },

    'files.delete'(given, workspace) {
      const stored = files.find(workspace, given.required('file'));
      if (!stored) throw new ApiRefusal('file_not_found');
      if (stored.file.user !== workspace.bot.id) throw new ApiRefusal('cant_delete_file');
      files.remove(stored.file.id);
      return {};
    },
  };
}
