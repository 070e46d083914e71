module locklab

go 1.26
