/** The commands that send a file as a pull request, in a clone of the repository. The id is the only word in it that an owner chose. */
export function gitCommands(id: string, path: string): string {
  return `git switch -c add-${id}
mkdir -p ${path.slice(0, path.lastIndexOf('/'))}
mv ~/Downloads/${id}.json ${path}
git add ${path}
git commit -m 'Add ${id}'
git push -u origin add-${id}`;
}
