package index

import "context"

// An ask is a request to read a file, given by its path from the project; "" requests the whole
// project.
type ask struct {
	path string
	at   int64 // distinguishes repeated requests
}

// ask adds requests.
func (b *base) ask(paths []string) error {
	return b.change(func() error {
		for _, p := range paths {
			if err := b.exec("insert into asked values (?, 1) on conflict (path) do update set at = at + 1", p); err != nil {
				return err
			}
		}
		return nil
	})
}

// asked returns the pending requests.
func (b *base) asked() (all []ask, err error) {
	rows, err := b.conn.QueryContext(context.Background(), "select path, at from asked order by path")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var a ask
		if err := rows.Scan(&a.path, &a.at); err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, rows.Err()
}

// strike removes a request unless it was repeated meanwhile.
func (b *base) strike(a ask) error {
	return b.exec("delete from asked where path = ? and at = ?", a.path, a.at)
}
